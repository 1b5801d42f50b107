"""Reads what people fixed for their agents from the folder `config` of a home. Nothing here is ever written.

    config/agents/<id>/agent.yaml         what the agent is for
    config/agents/<id>/constraints.md     what it must and must not do
    config/policies/agents/<id>.yaml      what it may see, and how much it may look for

Folders are listed and their names read as ids; no path is ever made from an id. Source: source 004, section 3.5.
"""

from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from archivist.errors import Invalid, SettingsError
from archivist.records.charter import AgentManifest, AgentPolicy, Charter
from archivist.records.identifiers import clean_id
from archivist.records.scope import Scope, ScopeKind

MAX_BYTES: Final = 64 * 1024
Part = TypeVar("Part")


def read_charters(folder: Path) -> dict[str, Charter]:
    """Every agent's charter under `folder`, by id; empty where there is no such folder.

    Raises:
        SettingsError: names the file, the key and what is allowed.
    """
    policies = {path.stem: _policy(path) for path in _entries(folder / "policies" / "agents") if path.suffix == ".yaml"}
    manifests = {path.name: path for path in _entries(folder / "agents") if path.is_dir()}
    return {
        _agent(name): Charter(
            agent=_agent(name),
            manifest=_manifest(manifests[name], name) if name in manifests else AgentManifest(),
            constraints=_text(manifests[name] / "constraints.md") if name in manifests else "",
            policy=policies.get(name, AgentPolicy()),
        )
        for name in sorted(manifests.keys() | policies.keys())
    }


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _agent(name: str) -> str:
    try:
        return clean_id("agent", name)
    except Invalid as exc:
        raise SettingsError("agent", exc.problem, source=name) from exc


def _manifest(folder: Path, name: str) -> AgentManifest:
    path = folder / "agent.yaml"
    manifest = _read(path, AgentManifest)
    if manifest.id and manifest.id != name:
        raise SettingsError("id", f"{manifest.id!r} must be the folder's name, {name!r}", source=str(path))
    return manifest


def _policy(path: Path) -> AgentPolicy:
    policy = _read(path, AgentPolicy)
    for scope in policy.read_scopes or ():
        if scope not in set(ScopeKind):
            try:
                Scope.parse(scope)
            except Invalid as exc:
                raise SettingsError("read_scopes", f"{exc.problem}, or a kind alone", source=str(path)) from exc
    return policy


def _read(path: Path, part: type[Part]) -> Part:
    text = _text(path)
    if not text.strip():
        return part()
    import yaml

    try:
        plain: Any = yaml.safe_load(text)
    except yaml.YAMLError as exc:
        raise SettingsError("file", f"is not YAML: {exc}", source=str(path)) from exc
    try:
        return msgspec.convert({} if plain is None else plain, part)
    except msgspec.ValidationError as exc:
        problem, _, where = str(exc).partition(" - at ")
        raise SettingsError(where.strip("`").removeprefix("$.") or "file", problem, source=str(path)) from exc


def _text(path: Path) -> str:
    """The file's text; empty where there is none."""
    if not path.is_file():
        return ""
    data = path.read_bytes()
    if len(data) > MAX_BYTES:
        raise SettingsError("file", f"is {len(data):,} bytes long; at most {MAX_BYTES:,}", source=str(path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise SettingsError("file", f"is not UTF-8 (byte {exc.start + 1})", source=str(path)) from exc
