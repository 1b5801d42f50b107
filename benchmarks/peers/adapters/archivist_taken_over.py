"""archivist taking over a store as it stands: nothing is compared with what is there, every other gate is asked."""

from benchmarks.peers.adapters import archivist

REQUIRES = ()


class Peer(archivist.Peer):
    compare = False
