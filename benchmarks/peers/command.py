"""Install peers, each into an environment of its own, or say which are there."""

import argparse

from benchmarks.peers.environments import Unavailable, adapter, install, is_ready, names
from benchmarks.results import table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", choices=("list", "install"))
    parser.add_argument("names", nargs="*", help="adapters to install; none stands for all")


def run(given: argparse.Namespace) -> None:
    """Do it; an installation that fails is told, and the next one goes on."""
    if given.act == "list":
        print(table(["engine", "requires", "state"], [[name, *_state(name)] for name in names()]))
        return
    for name in given.names or names():
        try:
            install(name)
            print(f"{name}: ready", flush=True)
        except Unavailable as why:
            print(f"{name}: {why}", flush=True)


def _state(name: str) -> tuple[str, str]:
    requires = adapter(name).REQUIRES
    return (requires[0] if requires else "nothing"), ("ready" if is_ready(name) else "not installed")
