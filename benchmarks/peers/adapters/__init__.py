"""One module a peer; `benchmarks.peers.contract` says what it holds."""
