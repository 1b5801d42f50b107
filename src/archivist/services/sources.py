"""Where documents come from, and what agents wish to add: a proposal is checked first, and authorises nothing.

An agent reads nothing outside of the allowed roots, links resolved; what it proposes is read, scanned and cut once, so
that the person who decides sees what would come. Accepting imports; the documents still wait to be published.
Source: requirement K11.
"""

from pathlib import Path

from archivist.errors import ArchivistError, Invalid, NotFound, NotPermitted
from archivist.importers import walk
from archivist.policy.access import Act, Right, right
from archivist.policy.knowledge import HOLDERS, document_scopes, require_review
from archivist.policy.names import typed_scope
from archivist.records.event import Topic
from archivist.records.knowledge import ProposalState, Source, SourceFindings, SourceProposal
from archivist.records.principal import Principal
from archivist.records.scope import Scope, user
from archivist.services.importing import EVERYTHING, Found, Importer, ImportReport, find_files
from archivist.services.resources import Resources
from archivist.write.commit import record
from archivist.write.prepare import prepare
from archivist.write.sensitive_text import masked

MAX_FILES = 2_000
"""Of one proposal; more is for a person to import."""


class SourceService:
    """The sources of one principal, and the proposals for its scopes."""

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    def all(self) -> list[Source]:
        """Where the documents of one's scopes came from."""
        with self._resources.store.reading() as tx:
            return tx.sources.all(document_scopes(self._principal))

    def propose(self, path: str | Path, reason: str = "", scope: Scope | str | None = None) -> SourceProposal:
        """Ask that a file or folder be imported; it waits for a person.

        Raises:
            NotPermitted: it is outside of the allowed roots, or a scope one may not propose for.
            NotFound: there is nothing there. Invalid: nothing of it could be imported; says why.
        """
        target = user(self._principal.user) if scope is None else typed_scope(scope)
        if target.kind not in HOLDERS or right(self._principal, Act.WRITE, target) is Right.DENY:
            raise NotPermitted(self._principal.name, f"propose documents for {target}")
        found = find_files(str(path), self._allowed_roots())
        findings = self._look_into(found)
        if findings.files == 0:
            raise Invalid("source", f"nothing of it can be imported: {'; '.join(findings.refused[:3])}")
        pen = self._resources.pen(self._principal)
        proposal = SourceProposal(
            id=pen.new_id()[:8],
            scope=target,
            uri=str(found.root if found.pattern == EVERYTHING else found.root / (found.pattern or found.files[0])),
            status=ProposalState.PENDING,
            reason=reason,
            findings=findings,
            proposed_by=self._principal.name,
            created_at=pen.now,
        )
        with self._resources.store.transaction() as tx:
            tx.sources.propose(proposal)
            facts = {"uri": proposal.uri, "files": str(findings.files)}
            record(
                tx, pen, "propose", "pending", f"source_proposal:{proposal.id}", scope=target, detail=reason,
                topic=Topic.SOURCE_PROPOSED, facts=facts,
            )  # fmt: skip
        return proposal

    def proposals(self, status: ProposalState | None = ProposalState.PENDING) -> list[SourceProposal]:
        """What is proposed for one's scopes, oldest first."""
        with self._resources.store.reading() as tx:
            return tx.sources.proposals(document_scopes(self._principal), status)

    def accept(self, id: str, *, mask: bool = False) -> ImportReport:
        """Import what was proposed; it waits to be published.

        Raises:
            NotFound: no such proposal, or its files are gone. NotPermitted: an agent, or nobody who decides there.
            Invalid: it was decided before.
        """
        proposal = self._pending(id, "accept a source")
        report = Importer(self._resources, self._principal, proposal.scope, mask=mask).add_path(proposal.uri)
        self._decide(proposal, ProposalState.ACCEPTED, "", Topic.SOURCE_ACCEPTED)
        return report

    def refuse(self, id: str, reason: str = "") -> SourceProposal:
        """Turn a proposal away."""
        proposal = self._pending(id, "refuse a source")
        self._decide(proposal, ProposalState.REFUSED, reason, None)
        return proposal

    def _pending(self, id: str, act: str) -> SourceProposal:
        with self._resources.store.reading() as tx:
            proposal = tx.sources.proposal(id)
        if proposal is None or proposal.scope not in document_scopes(self._principal):
            raise NotFound("source proposal", id)
        require_review(self._principal, proposal.scope, act)
        if proposal.status is not ProposalState.PENDING:
            raise Invalid("source proposal", f"{id} was {proposal.status} by {proposal.decided_by}")
        return proposal

    def _decide(self, proposal: SourceProposal, status: ProposalState, reason: str, topic: Topic | None) -> None:
        pen = self._resources.pen(self._principal)
        with self._resources.store.transaction() as tx:
            if not tx.sources.decide(proposal.id, status, self._principal.name, pen.now):
                raise Invalid("source proposal", f"{proposal.id} was decided meanwhile")
            subject = f"source_proposal:{proposal.id}"
            record(tx, pen, "decide", status, subject, scope=proposal.scope, detail=reason, topic=topic)

    def _allowed_roots(self) -> set[Path] | None:
        """Resolved folders that an agent may speak of; a person names what they like."""
        if self._principal.is_person:
            return None
        roots = self._resources.settings().knowledge.markdown.allowed_roots
        return {Path(root).expanduser().resolve() for root in roots}

    def _look_into(self, found: Found) -> SourceFindings:
        """Read, scan and cut everything once, keeping nothing."""
        if len(found.files) > MAX_FILES:
            raise Invalid("source", f"holds {len(found.files)} files; at most {MAX_FILES} can be proposed at once")
        settings = self._resources.settings()
        chunk, policy = settings.knowledge.chunk, settings.memory.sensitive
        files = sections = chunks = tokens = 0
        refused = []
        for path in found.files:
            try:
                made = prepare(
                    walk.read(found.root, path, settings.knowledge.max_document_bytes),
                    path,
                    lambda text, name: masked(text, name, policy),
                    chunk.max_tokens,
                    chunk.overlap_tokens,
                )
            except ArchivistError as error:
                refused.append(error.message)
                continue
            files += 1
            sections += len(made.parsed.outline)
            chunks += len(made.chunks)
            tokens += sum(section.tokens for section in made.parsed.sections)
        return SourceFindings(files, sections, chunks, tokens, tuple(refused))
