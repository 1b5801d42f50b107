"""Background briefing: the digest a session starts with is made by a model whenever the layers have changed.

Nothing waits for it: until it is there, and where the model fails or says what does not hold, the rule of `read.brief`
makes the digest when it is asked for. Source: requirement W3; design, section 7.
"""

from typing import Final

from archivist.llm.base import Failure, ModelFailed
from archivist.read.brief import brief
from archivist.read.layers import fingerprint, read_layers
from archivist.roles.model_briefer import ModelBriefer
from archivist.stores.workspace.opened import OpenWorkspace
from archivist.stores.workspace_port import KeptBrief
from archivist.upkeep.leases import Yield
from archivist.upkeep.means import Means

BRIEF: Final = "brief"
LIMIT_WORDS: Final = 200
_LASTING: Final = {Failure.REJECTED, Failure.REFUSED, Failure.MALFORMED}
"""What asking again about the same texts would not mend."""


def brief_folder(means: Means, opened: OpenWorkspace) -> Yield:
    """Ask the model of the briefer, where there is one, about layers it has not seen yet."""
    model = means.model_for("briefer")
    if model is None:
        return Yield("by_rule")
    layers = read_layers(opened.folder, opened.layout, means.today(), means.settings().memory.sensitive)
    of, folder = fingerprint(layers), opened.known.seq
    with means.store.reading() as tx:
        kept = tx.workspaces.brief(folder)
    if not brief(layers) or (kept and kept.of == of):
        return Yield("unchanged")
    try:
        made = KeptBrief(of, ModelBriefer(model)(layers, LIMIT_WORDS))
    except ModelFailed as failed:
        if failed.reason in _LASTING:
            _keep(means, folder, KeptBrief(of, ""))
        return Yield("by_rule", detail=failed.message)
    _keep(means, folder, made)
    return Yield("made", 1, 1)


def _keep(means: Means, folder: int, made: KeptBrief) -> None:
    with means.store.transaction() as tx:
        tx.workspaces.keep_brief(folder, made)
