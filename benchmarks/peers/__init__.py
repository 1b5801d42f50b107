"""Peers, each in an environment of its own, asked by one runner over JSON lines."""
