"""The six layers of a workspace, from stable to volatile, and under which names they lie in a folder.

A folder that exists is adopted as it is: its own names and spellings are found, missing layers stay missing, and
nothing is written. Claude Code's CLAUDE.md and Codex's AGENTS.md are the same layer as CODEBUDDY.md.
Source: the layered workspace (003), 2.1 and 2.2; requirement W1.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Literal

from archivist.stores.workspace.files import Folder
from archivist.stores.workspace.names import safe_name, same_name


class Layer(StrEnum):
    """What a file of the workspace is for; the first three are made by hand."""

    CONDUCT = "conduct"
    PROFILE = "profile"
    CONFIGURATION = "configuration"
    DIGEST = "digest"
    DAYS = "days"
    FRAGMENTS = "fragments"


@dataclass(frozen=True, slots=True)
class WorkspaceLayout:
    """The name of each layer, relative to the folder of the workspace."""

    conduct: str = "SOUL.md"
    profile: str = "USER.md"
    configuration: str = "CODEBUDDY.md"
    digest: str = "MEMORY.md"
    days: str = "daily-memories"
    archive: str = "daily-memories/archive"
    fragments: str = ".memories"

    def __post_init__(self) -> None:
        for layer in Layer:
            safe_name(self.name_of(layer))
        safe_name(self.archive)

    def name_of(self, layer: Layer) -> str:
        """The file or folder of a layer."""
        return {
            Layer.CONDUCT: self.conduct,
            Layer.PROFILE: self.profile,
            Layer.CONFIGURATION: self.configuration,
            Layer.DIGEST: self.digest,
            Layer.DAYS: self.days,
            Layer.FRAGMENTS: self.fragments,
        }[layer]


CHARTERS = ("CODEBUDDY.md", "CLAUDE.md", "AGENTS.md")
"""Names of the configuration layer in the folders of known assistants, the first one found wins."""

_TEMPLATES: dict[Literal["zh", "en"], dict[Layer, str]] = {
    "zh": {
        Layer.CONDUCT: "# 行为准则\n\n## 核心身份\n\n### 核心原则\n",
        Layer.PROFILE: "# 用户画像\n\n| 类别 | 内容 |\n|------|------|\n",
        Layer.CONFIGURATION: "# 全局配置\n\n## 环境信息\n\n| 配置项 | 值 |\n|--------|-----|\n",
    },
    "en": {
        Layer.CONDUCT: "# Conduct\n\n## Identity\n\n### Principles\n",
        Layer.PROFILE: "# Profile\n\n| Field | Value |\n|-------|-------|\n",
        Layer.CONFIGURATION: "# Configuration\n\n## Environment\n\n| Key | Value |\n|-----|-------|\n",
    },
}


@dataclass(frozen=True, slots=True)
class Adopted:
    """A folder taken as a workspace: the names its layers have, and which layers are there."""

    layout: WorkspaceLayout
    present: tuple[Layer, ...]


def adopt(root: Path, layout: WorkspaceLayout | None = None) -> Adopted:
    """Find the layers in a folder, spelled as the disk spells them; writes nothing. Raises: NotFound."""
    folder = Folder(root)
    wanted = layout or WorkspaceLayout(configuration=_charter_in(folder.root))
    there = {same_name(path.name): path.name for path in folder.root.iterdir()}
    spelled = {layer: there.get(same_name(wanted.name_of(layer)), wanted.name_of(layer)) for layer in Layer}
    present = tuple(layer for layer in Layer if folder.locate(wanted.name_of(layer)).exists())
    archive = wanted.archive
    if archive.startswith(wanted.days + "/"):
        archive = spelled[Layer.DAYS] + archive[len(wanted.days) :]
    names = {layer.value: name for layer, name in spelled.items()}
    return Adopted(replace(wanted, archive=archive, **names), present)


def create(root: Path, layout: WorkspaceLayout, language: Literal["zh", "en"] = "zh") -> Adopted:
    """Make the folder, its two subfolders and short first files for the layers a person writes.

    Layers that are there already are left alone.
    """
    root.mkdir(parents=True, exist_ok=True)
    adopted = adopt(root, layout)
    folder = Folder(root)
    for name in (adopted.layout.days, adopted.layout.fragments):
        folder.locate(name).mkdir(parents=True, exist_ok=True)
    for layer, text in _TEMPLATES[language].items():
        if layer not in adopted.present:
            folder.write(adopted.layout.name_of(layer), text)
    return adopt(root, adopted.layout)


def start_files(layout: WorkspaceLayout, days: Iterable[str]) -> list[str]:
    """What a session reads when it starts: conduct, profile, digest, then the notes in `days`. Source: W2."""
    return [layout.conduct, layout.profile, layout.digest, *days]


def _charter_in(root: Path) -> str:
    there = {same_name(path.name) for path in root.iterdir()}
    return next((name for name in CHARTERS if same_name(name) in there), CHARTERS[0])
