"""Routes that look inside: the trail, the settings and switches, the tokens."""

from datetime import datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from archivist.doors import shapes
from archivist.doors.http import answers
from archivist.doors.http.route import Answer, Call, Route
from archivist.records.principal import Role
from archivist.records.scope import Scope
from archivist.services.oversight import SWITCHES
from archivist.settings import to_builtin
from archivist.stores.base import AuditFilter

Moment = Annotated[datetime, Meta(tz=True)]


class Trail(Struct, forbid_unknown_fields=True):
    """Which acts to list. `subject` is memory:ID, proposal:ID, document:ID, token:ID or setting:KEY."""

    scope: list[answers.ScopeText] = []
    actor: str | None = None
    subject: str | None = None
    action: str | None = None
    since: Moment | None = None
    until: Moment | None = None
    limit: Annotated[int, Meta(ge=1, le=500)] = 50
    cursor: str | None = None


class Switches(Struct, forbid_unknown_fields=True):
    """The switches to set."""

    enabled: bool | UnsetType = UNSET
    automatic_suggestions: bool | UnsetType = UNSET


class NewToken(Struct, forbid_unknown_fields=True):
    """Whom a new token lets in, as what, for how long."""

    user: str | None = None
    role: Role = Role.MEMBER
    agent: str | None = None
    projects: list[str] = []
    workspace: str | None = None
    label: str = ""
    days: Annotated[int, Meta(ge=1, le=3_650)] | None = None


def audit(call: Call, query: Trail) -> Answer:
    scopes = [Scope.parse(scope).held_by(call.session.principal.user) for scope in query.scope] or None
    wanted = AuditFilter(scopes, query.actor, query.subject, query.action, query.since, query.until)
    about = ["audit", sorted(query.scope), query.actor, query.subject, query.action, query.since, query.until]
    before = call.seal.position(about, query.cursor)
    entries = call.session.oversight.audit(wanted, query.limit, before)
    last = entries[-1].number if len(entries) == query.limit else None
    return Answer(
        {"entries": [shapes.audit_entry(one) for one in entries], "next_cursor": call.seal.cursor(about, last)}
    )


def verify(call: Call) -> Answer:
    return Answer(shapes.chain(call.session.oversight.verify()))


def settings(call: Call) -> Answer:
    """The switches for everybody; where things are and how they are limited, for those who run the home."""
    in_charge = call.session.principal.has_role(Role.ADMINISTRATOR) and call.session.principal.is_person
    shown = to_builtin(call.session.resources.settings()) if in_charge else {}
    return Answer({"settings": shown, "switches": call.session.oversight.switches()})


def switch(call: Call, body: Switches) -> Answer:
    for key, on in zip(SWITCHES, (body.enabled, body.automatic_suggestions), strict=True):
        if isinstance(on, bool):
            call.session.oversight.switch(key, on)
    return settings(call)


def tokens(call: Call) -> Answer:
    return Answer({"tokens": [shapes.token(one) for one in call.session.tokens.list()]})


def create_token(call: Call, body: NewToken) -> Answer:
    issued = call.session.tokens.create(
        body.user,
        role=body.role,
        agent=body.agent,
        projects=body.projects,
        workspace=body.workspace,
        label=body.label,
        days=body.days,
    )
    return Answer({"token": shapes.token(issued.token), "secret": issued.secret}, 201)


def revoke_token(call: Call, id: str) -> Answer:
    return Answer({"token": shapes.token(call.session.tokens.revoke(id))})


ROUTES = (
    Route("GET", "/audit", audit, "Who did what, the latest first", answers.AuditPage, "audit", query=Trail),
    Route("POST", "/audit:verify", verify, "Recompute the whole chain", answers.Chain, "audit",
          role=Role.REVIEWER),
    Route("GET", "/settings", settings, "The settings in force, and the switches", answers.SettingsShown, "settings"),
    Route("PATCH", "/settings", switch, "Turn a switch, for every process of this home", answers.SettingsShown,
          "settings", body=Switches, role=Role.MEMBER, example={"automatic_suggestions": True}),
    Route("GET", "/tokens", tokens, "Tokens, without their secrets", answers.Tokens, "tokens"),
    Route("POST", "/tokens", create_token, "Make a token; its secret is shown once", answers.TokenIssued, "tokens",
          body=NewToken, statuses=(201,), role=Role.MEMBER, example={"label": "notebook", "days": 90}),
    Route("DELETE", "/tokens/{id}", revoke_token, "End a token at once", answers.OneToken, "tokens",
          role=Role.MEMBER),
)  # fmt: skip
