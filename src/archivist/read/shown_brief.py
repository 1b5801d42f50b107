"""Which digest a session starts with: the one a model made of the layers as they are now, or the rule's.

A model's is made in the background (`upkeep.briefing`) and holds only for the very texts it was made of: what is shown
is never older than the files. Source: requirement W3; design, section 7.
"""

from collections.abc import Mapping

from archivist.read.brief import brief
from archivist.read.layers import fingerprint
from archivist.settings import Settings
from archivist.stores.base import Transaction
from archivist.stores.workspace_port import WorkspaceFolder
from archivist.text.length import reading_length


def brief_of(
    tx: Transaction, known: WorkspaceFolder, layers: Mapping[str, str], settings: Settings, limit_words: int = 200
) -> str:
    """The digest of a folder's layers, at most `limit_words` long; "" when they say nothing."""
    kept = tx.workspaces.brief(known.seq) if settings.models.of("briefer").model else None
    if kept and kept.text and kept.of == fingerprint(layers) and reading_length(kept.text) <= limit_words:
        return kept.text
    return brief(layers, limit_words)
