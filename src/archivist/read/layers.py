"""The layers a session starts with, read side by side: conduct, profile, digest, today and yesterday.

What was typed past the gates is masked. A file that cannot be read is "": it must not keep a session, or a context.
Source: requirement W2.
"""

import hashlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

from archivist.errors import ArchivistError
from archivist.policy.sensitive import masked_text
from archivist.settings import SensitiveSettings
from archivist.stores.workspace.files import Folder
from archivist.stores.workspace.layers import WorkspaceLayout


def read_layers(folder: Folder, layout: WorkspaceLayout, today: date, sensitive: SensitiveSettings) -> dict[str, str]:
    """The texts by layer, as `read.brief` takes them."""
    names = {
        "conduct": layout.conduct,
        "profile": layout.profile,
        "digest": layout.digest,
        "today": f"{layout.days}/{today}.md",
        "yesterday": f"{layout.days}/{today - timedelta(days=1)}.md",
    }

    def read(name: str) -> str:
        return masked_text(read_or_empty(folder, name), sensitive)

    with ThreadPoolExecutor(max_workers=len(names), thread_name_prefix="archivist-layer") as pool:
        return dict(zip(names, pool.map(read, names.values()), strict=True))


def read_or_empty(folder: Folder, name: str) -> str:
    """A file's text; "" where it is not there, not UTF-8, or a link that leads outside."""
    try:
        return folder.read_or(name)
    except ArchivistError:
        return ""


def fingerprint(layers: Mapping[str, str]) -> str:
    """Sixteen digits that stand for all these texts: what was made of them holds as long as it is the same."""
    digest = hashlib.sha256()
    for layer, text in sorted(layers.items()):
        digest.update(f"{layer}\0{text}\0".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]
