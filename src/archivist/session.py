"""Everything one principal may ask for, each service built when it is first asked for.

The services are imported there too: a command or a hook that only recalls does not wait for importers and extractors.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from archivist.read.recall import Selector
    from archivist.records.principal import Principal
    from archivist.roles.librarian import Librarian
    from archivist.services.agents import AgentMemoryService
    from archivist.services.chat import ChatService
    from archivist.services.context import ContextService
    from archivist.services.conversations import ConversationService
    from archivist.services.generations import GenerationService
    from archivist.services.global_memory import GlobalMemoryService
    from archivist.services.journal import JournalService
    from archivist.services.knowledge import KnowledgeService
    from archivist.services.library import LibraryService
    from archivist.services.memory import MemoryService
    from archivist.services.oversight import OversightService
    from archivist.services.portability import PortabilityService
    from archivist.services.preferences import PreferenceService
    from archivist.services.projects import ProjectService
    from archivist.services.proposals import ProposalService
    from archivist.services.resources import Resources
    from archivist.services.sources import SourceService
    from archivist.services.statements import StatementService
    from archivist.services.tasks import TaskService
    from archivist.services.tokens import TokenService
    from archivist.services.workspaces import WorkspaceService
    from archivist.upkeep.by_hand import UpkeepByHand
    from archivist.write.extraction import Extractor


@dataclass(frozen=True)
class Session:
    """What `principal` may ask for."""

    resources: Resources
    principal: Principal

    @cached_property
    def memory(self) -> MemoryService:
        from archivist.services.memory import MemoryService

        return MemoryService(self.resources, self.principal, self._selector())

    @cached_property
    def proposals(self) -> ProposalService:
        from archivist.services.proposals import ProposalService

        return ProposalService(self.resources, self.principal)

    @cached_property
    def conversations(self) -> ConversationService:
        from archivist.services.conversations import ConversationService

        return ConversationService(self.resources, self.principal, self._extractor())

    @cached_property
    def generations(self) -> GenerationService:
        from archivist.services.generations import GenerationService

        assert self.resources.configuration is not None, "an opened home has one"
        return GenerationService(self.resources, self.principal, self.resources.configuration)

    def under(self, generation: int) -> Session:
        """The same principal, writing under a generation that is being prepared: unseen until it is in force."""
        return Session(replace(self.resources, generation=lambda: generation), self.principal)

    @cached_property
    def agents(self) -> AgentMemoryService:
        from archivist.services.agents import AgentMemoryService

        return AgentMemoryService(self.resources, self.principal)

    @cached_property
    def global_memory(self) -> GlobalMemoryService:
        from archivist.services.global_memory import GlobalMemoryService

        return GlobalMemoryService(self.resources, self.principal)

    @cached_property
    def context(self) -> ContextService:
        from archivist.context_parts import CONTEXT_PARTS
        from archivist.services.context import ContextService

        return ContextService(self.resources, self.principal, CONTEXT_PARTS)

    @cached_property
    def library(self) -> LibraryService:
        from archivist.services.library import LibraryService

        return LibraryService(self.resources, self.principal)

    @cached_property
    def preferences(self) -> PreferenceService:
        from archivist.services.preferences import PreferenceService

        return PreferenceService(self.resources, self.principal)

    @cached_property
    def projects(self) -> ProjectService:
        from archivist.services.projects import ProjectService

        return ProjectService(self.resources, self.principal)

    @cached_property
    def knowledge(self) -> KnowledgeService:
        from archivist.services.knowledge import KnowledgeService

        return KnowledgeService(self.resources, self.principal, self._librarian())

    @cached_property
    def sources(self) -> SourceService:
        from archivist.services.sources import SourceService

        return SourceService(self.resources, self.principal)

    @cached_property
    def tasks(self) -> TaskService:
        from archivist.services.tasks import TaskService

        return TaskService(self.resources, self.principal)

    @cached_property
    def statements(self) -> StatementService:
        from archivist.services.statements import StatementService

        return StatementService(self.resources, self.principal)

    @cached_property
    def oversight(self) -> OversightService:
        from archivist.services.oversight import OversightService

        return OversightService(self.resources, self.principal)

    @cached_property
    def tokens(self) -> TokenService:
        from archivist.services.tokens import TokenService

        return TokenService(self.resources, self.principal)

    @cached_property
    def chat(self) -> ChatService:
        from archivist.services.chat import ChatService

        return ChatService(self.resources, self.principal, self)

    def _librarian(self) -> Librarian:
        model = self.resources.model_for("librarian")
        if model is None:
            from archivist.roles.librarian import QuotingLibrarian

            return QuotingLibrarian()
        from archivist.roles.model_librarian import ModelLibrarian

        return ModelLibrarian(model)

    def _selector(self) -> Selector | None:
        model = self.resources.model_for("selector")
        if model is None:
            return None
        from archivist.roles import selector

        return selector.Selector(model)

    def _extractor(self) -> Extractor:
        from archivist.roles.reading import extractor_for

        return extractor_for(self.resources.model_for("extractor"))

    @cached_property
    def workspaces(self) -> WorkspaceService:
        from archivist.services.workspaces import WorkspaceService

        return WorkspaceService(self.resources, self.principal)

    @cached_property
    def files(self) -> PortabilityService:
        from archivist.services.portability import PortabilityService

        return PortabilityService(self.resources, self.principal)

    @cached_property
    def journal(self) -> JournalService:
        from archivist.services.journal import JournalService

        return JournalService(self.resources, self.principal)

    @cached_property
    def upkeep(self) -> UpkeepByHand:
        from archivist.upkeep.by_hand import UpkeepByHand

        return UpkeepByHand(self.resources, self.principal, self.workspaces.current)
