"""Routes on projects: who belongs to which. Only members see what a project holds."""

from typing import Any

from msgspec import Struct

from archivist.doors import shapes_library as shapes
from archivist.doors.http.route import Answer, Call, Route
from archivist.records.principal import Role

NOUN = "projects"


class NewProject(Struct, forbid_unknown_fields=True):
    """A project to make; its maker is its first member."""

    id: str
    title: str = ""


class OneProject(Struct):
    """A project."""

    project: dict[str, Any]


class Projects(Struct):
    """The projects one belongs to, and the one in focus."""

    projects: list[dict[str, Any]]
    focus: str | None


class Members(Struct):
    """Who belongs to a project."""

    members: list[dict[str, Any]]


class Changed(Struct):
    """Whether this call changed it."""

    project: str
    user: str
    changed: bool


def list_(call: Call) -> Answer:
    service = call.session.projects
    return Answer({"projects": [shapes.project(one) for one in service.list()], "focus": service.focus()})


def create(call: Call, body: NewProject) -> Answer:
    return Answer({"project": shapes.project(call.session.projects.create(body.id, body.title))}, 201)


def members(call: Call, id: str) -> Answer:
    return Answer({"members": [shapes.member(one) for one in call.session.projects.members(id)]})


def let_in(call: Call, id: str, user: str) -> Answer:
    return Answer({"project": id, "user": user, "changed": call.session.projects.add_member(id, user)})


def take_out(call: Call, id: str, user: str) -> Answer:
    return Answer({"project": id, "user": user, "changed": call.session.projects.remove_member(id, user)})


ROUTES = (
    Route("GET", "/projects", list_, "The projects you belong to", Projects, NOUN),
    Route("POST", "/projects", create, "Make a project", OneProject, NOUN, body=NewProject, statuses=(201,),
          role=Role.MEMBER, once=True, example={"id": "atlas", "title": "Atlas"}),
    Route("GET", "/projects/{id}/members", members, "Who belongs to it", Members, NOUN),
    Route("PUT", "/projects/{id}/members/{user}", let_in, "Let a user in", Changed, NOUN, role=Role.MEMBER),
    Route("DELETE", "/projects/{id}/members/{user}", take_out, "Take a user out", Changed, NOUN, role=Role.MEMBER),
)  # fmt: skip
