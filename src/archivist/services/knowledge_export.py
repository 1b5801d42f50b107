"""The knowledge base as plain files: each document as it is kept, and one list that says what each of them is.

Nothing is overwritten by another document: where two names would be one file on a disk that does not tell case apart,
the later one carries its id. `documents.json` holds ids, states, hashes and anchors, so the texts can be cited.
"""

import json
from pathlib import Path

from archivist.errors import Invalid
from archivist.services.knowledge import Exported, KnowledgeService

LIST = "documents.json"


def export_all(knowledge: KnowledgeService, folder: Path) -> int:
    """Write every document one may see below `folder`; how many.

    Raises:
        Invalid: the folder is there and not empty.
    """
    if folder.exists() and any(folder.iterdir()):
        raise Invalid("folder", f"{folder} is not empty", hint="name a new one")
    folder.mkdir(parents=True, exist_ok=True)
    taken = {LIST.casefold()}
    entries = []
    for document in knowledge.documents():
        exported = knowledge.export(document.id)
        path = _free_path(exported, taken)
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(exported.parsed.text.encode("utf-8"))
        entries.append(_entry(exported, path))
    (folder / LIST).write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return len(entries)


def _free_path(exported: Exported, taken: set[str]) -> str:
    document = exported.document
    scope = str(document.scope).replace(":", "-").replace("/", "-")
    path = f"{scope}/{document.name}"
    if exported.version.has_original:
        path += ".md"
    if path.casefold() in taken:
        path = f"{scope}/{document.id}/{document.name}"
    taken.add(path.casefold())
    return path


def _entry(exported: Exported, path: str) -> dict[str, object]:
    document, version = exported.document, exported.version
    return {
        "id": document.id,
        "doc": document.name,
        "file": path,
        "scope": str(document.scope),
        "state": document.state,
        "version": version.number,
        "sha256": version.sha256,
        "title": version.title,
        "anchors": [section.anchor for section in exported.parsed.sections],
    }
