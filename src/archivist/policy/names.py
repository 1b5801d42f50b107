"""Names that no gate reads: who acts and where, titles and labels.

They are written beside every act and never erased, so none of them may be a secret. Source: requirement P2.
"""

from functools import lru_cache
from typing import Final

from archivist.errors import Invalid
from archivist.records.identifiers import clean_id
from archivist.records.scope import Scope
from archivist.text.instructions import find_instructions
from archivist.text.secrets import find_secrets
from archivist.text.sensitive import mask_sensitive

MAX_SPEAKER_CHARS: Final = 80


def clean_party(field: str, value: str) -> str:
    """The id of who acts or where (a user, agent, project, workspace or task), as `clean_id` returns it.

    Raises:
        Invalid: it is no id, or holds a secret.
    """
    return without_secret(field, clean_id(field, value))


def typed_scope(scope: Scope | str) -> Scope:
    """A scope as it was asked for.

    Raises:
        Invalid: it is no scope, or holds a secret.
    """
    if isinstance(scope, Scope):
        return scope
    return Scope.parse(without_secret("scope", scope))


@lru_cache(maxsize=1024)
def clean_speaker(field: str, name: str) -> str:
    """The name of who speaks, on one line; it stands beside their words wherever these are shown.

    Raises:
        Invalid: it is longer than a name, holds a secret or a personal number, or gives orders.
    """
    name = " ".join(name.split())
    if len(name) > MAX_SPEAKER_CHARS:
        raise Invalid(field, f"is {len(name)} characters; a name has at most {MAX_SPEAKER_CHARS}")
    if mask_sensitive(without_secret(field, name), with_email=False) != name:
        raise Invalid(field, "holds a personal number, which is not kept in a name")
    if find_instructions(name):
        raise Invalid(field, "gives orders, which a name does not")
    return name


@lru_cache(maxsize=1024)
def without_secret(field: str, text: str) -> str:
    """The text of a name, title or label.

    Raises:
        Invalid: it holds a secret; says which kind and not the words.
    """
    if found := find_secrets(text):
        raise Invalid(field, f"holds {found[0].kind}, which is never stored")
    return text
