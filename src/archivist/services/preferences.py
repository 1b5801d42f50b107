"""The first-run preferences: asked once, while there is no User Knowledge; saved as its first rules, or skipped.

They are kept even while memory is off, and injected once it is on. Source: requirement L8; seeds/001, 15.3.1.
"""

from collections.abc import Mapping

from archivist.errors import AlreadyExists, NotPermitted
from archivist.read.library import LibraryDocument, document
from archivist.records.principal import Principal
from archivist.records.scope import user
from archivist.services.library import Saved
from archivist.services.resources import Resources
from archivist.views.preferences import Language, rules_of
from archivist.write import library as write
from archivist.write.gates import PREFERENCE_GATES


class PreferenceService:
    """The preferences of one principal's user."""

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    def are_due(self) -> bool:
        """Whether to ask: a person who has no User Knowledge yet, not even the empty template."""
        with self._resources.store.reading() as tx:
            return self._principal.is_person and not document(tx, user(self._principal.user)).exists

    def save(self, chosen: Mapping[str, str], language: Language = "en") -> Saved:
        """Write the choices as rules; with none, the empty template is made. Either way they are not asked again.

        Raises:
            Invalid: a choice is none of those there are.
            AlreadyExists: there is User Knowledge already; edit that.
            NotPermitted: an agent asked.
        """
        if not self._principal.is_person:
            raise NotPermitted(self._principal.name, "set preferences")
        rules, scope = rules_of(chosen, language), user(self._principal.user)
        pen = self._resources.pen(self._principal)
        with self._resources.store.transaction() as tx:
            if document(tx, scope).exists:
                raise AlreadyExists("library", str(scope), "archivist library edit")
            write.note(tx, scope, pen, "create", "the first-run preferences" if rules else "the empty template")
            outcomes = write.save(tx, scope, rules, self._resources.settings().memory, pen, PREFERENCE_GATES)
            return Saved(document(tx, scope), tuple(outcomes))

    def skip(self) -> LibraryDocument:
        """Make the empty template, so that nobody is asked again."""
        return self.save({}).document
