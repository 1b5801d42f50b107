"""Names that no gate reads: who acts and where, titles and labels.

They are written beside every act and never erased, so none of them may be a secret. Source: requirement P2.
"""

from functools import lru_cache

from archivist.errors import Invalid
from archivist.records.identifiers import clean_id
from archivist.records.scope import Scope
from archivist.text.secrets import find_secrets


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
def without_secret(field: str, text: str) -> str:
    """The text of a name, title or label.

    Raises:
        Invalid: it holds a secret; says which kind and not the words.
    """
    if found := find_secrets(text):
        raise Invalid(field, f"holds {found[0].kind}, which is never stored")
    return text
