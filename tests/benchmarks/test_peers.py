"""A peer that cannot be asked is told in words; it never ends the run."""

import shutil
from pathlib import Path

import pytest
from benchmarks.peers import environments, process
from benchmarks.peers.environments import Unavailable, adapter, install, names, python_of
from benchmarks.peers.process import PeerProcess

ROW = process.Row(id="a", text="weekly report", scope="alice", meta={})


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARCHIVIST_BENCH_CACHE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", names())
def test_every_adapter_says_what_it_requires_and_pins_its_peer(name: str) -> None:
    module = adapter(name)
    assert module.__doc__
    assert not module.REQUIRES or "==" in module.REQUIRES[0]
    assert {"add", "search"} <= set(dir(module.Peer))


def test_a_peer_that_is_not_installed_says_how_to_install_it() -> None:
    with pytest.raises(Unavailable, match="python -m benchmarks peers install bm25s"):
        python_of("bm25s")


def test_a_peer_that_nobody_wrote_an_adapter_for_says_which_there_are() -> None:
    with pytest.raises(Unavailable, match=r"no adapter 'nosuch'; there are archivist, .*fts5"):
        PeerProcess("nosuch")


def test_an_installation_that_fails_gives_its_last_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "_base_python", lambda name: shutil.which("false"))
    with pytest.raises(Unavailable, match="ended with 1"):
        install("bm25s")


def test_a_peer_that_dies_is_told_with_its_last_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "python_of", lambda name: shutil.which("false"))
    with PeerProcess("fts5") as dead, pytest.raises(Unavailable, match="ended with 1: no words"):
        dead.add([ROW])


def test_a_peer_that_raises_is_told_and_can_be_asked_again() -> None:
    with PeerProcess("fts5") as peer:
        with pytest.raises(Unavailable, match="You did not supply a value"):
            peer.add([{"id": "broken"}])  # type: ignore[typeddict-item]
        peer.add([ROW])
        assert peer.search([("reports", "alice"), ("reports", "bob")], 5)["found"] == [["a"], []]


def test_a_peer_that_takes_too_long_is_given_up() -> None:
    with PeerProcess("archivist", timeout_s=0.01) as slow, pytest.raises(Unavailable, match="no answer to add within"):
        slow.add([ROW])


def test_a_peer_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with PeerProcess("fts5") as peer:
        peer.add([ROW])
        assert list(tmp_path.glob("bench-fts5-*"))
        assert list(tmp_path.rglob("*-wal"))
        assert peer.disk_bytes() > 0
        assert not list(tmp_path.rglob("*-wal")), "the store was closed before it was weighed"
    assert not list(tmp_path.glob("bench-fts5-*"))
