"""The OpenAPI 3.1 document and a page that shows it, both made from the table of routes."""

import html
from collections.abc import Sequence
from typing import Any, Final, get_type_hints

import msgspec

from archivist.doors.http import answers
from archivist.doors.http.body import is_list
from archivist.doors.http.events import Which
from archivist.doors.http.route import PREFIX, Route
from archivist.version import __version__

Json = dict[str, Any]
Schemas = dict[type[msgspec.Struct], Json]
"""Where each type stands in the document; two types of one name have two places."""
COMPONENT: Final = "#/components/schemas/{name}"
NOUNS: Final = {
    "memories": "Governed statements: remember, recall, change, forget.",
    "conversations": "What was said; the ground for evidence.",
    "proposals": "The queue: what waits for a person.",
    "agents": "An agent's private notes.",
    "global": "Facts that agents share.",
    "library": "User Knowledge and Project Knowledge.",
    "projects": "Who belongs to what.",
    "documents": "Citable documents, read section by section.",
    "tasks": "What a task may read.",
    "journal": "Day notes, and what the nights make of them.",
    "context": "What an agent is given for a run, and the record of it.",
    "audit": "Who did what.",
    "events": "What happens, as it happens.",
    "settings": "Settings and switches.",
    "tokens": "Who may come in.",
}
FOCUS: Final = {
    "Archivist-Project": "The project in focus; percent-encode other alphabets.",
    "Archivist-Task": "The task at hand.",
    "Archivist-Agent": "Act as this agent of yours: it proposes and never approves.",
}
PROBLEMS: Final = {
    400: "Malformed: not JSON as it is read here, or a cursor that is none of ours",
    401: "A valid token is needed",
    403: "Not permitted",
    404: "No such thing, or none that you may see",
    409: "Taken, switched off, or waiting already",
    412: "It was changed since you read it",
    413: "Too large",
    415: "The body must be application/json",
    421: "Not a name of this server",
    422: "A field is missing, unknown or wrong, or a gate refused",
    428: "If-Match is needed",
    429: "Too many requests, or a quota is used up",
    503: "The store cannot do it now",
}


def document(routes: Sequence[Route]) -> Json:
    """The whole document."""
    types: set[type[msgspec.Struct]] = {
        kind for route in routes for kind in (route.body, route.answer) if kind is not None
    }
    types |= {answers.Problem, answers.Happenings}
    ordered = sorted(types, key=lambda kind: (kind.__name__, kind.__module__))
    references, components = msgspec.json.schema_components(ordered, ref_template=COMPONENT)
    schemas = dict(zip(ordered, references, strict=True))
    paths: dict[str, Json] = {}
    for route in routes:
        paths.setdefault(PREFIX + _address(route), {})[route.method.lower()] = _operation(route, schemas)
    paths[f"{PREFIX}/events"] = {"get": _events()}
    nouns = dict.fromkeys([*(route.noun for route in routes), "events"])
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "archivist",
            "version": __version__,
            "description": "Governed memory and knowledge for AI agents and the people they work for.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": noun, "description": NOUNS.get(noun, noun)} for noun in nouns],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "responses": {f"Problem{status}": _problem(text) for status, text in PROBLEMS.items()},
            "parameters": {name: _header(name, text) for name, text in FOCUS.items()},
        },
    }


def page(routes: Sequence[Route]) -> str:
    """The table of routes for a person, in one page without scripts."""
    rows = "\n".join(
        f"<tr><td><code>{route.method}</code></td><td><code>{html.escape(PREFIX + _address(route))}</code></td>"
        f"<td>{html.escape(route.summary)}</td><td>{route.role}</td></tr>"
        for route in routes
    )
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        "<title>archivist HTTP API</title><style>body{font:16px/1.5 system-ui;max-width:70rem;margin:2rem auto;"
        "padding:0 1rem;color-scheme:light dark}table{border-collapse:collapse;width:100%}"
        "td,th{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8884;vertical-align:top}"
        "</style><h1>archivist HTTP API</h1><p>Machine-readable: "
        f"<a href='{PREFIX}/openapi.json'>openapi.json</a>. Send a token as <code>Authorization: Bearer …</code>."
        "</p><table><thead><tr><th>Method<th>Path<th>What it does<th>Least role</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _operation(route: Route, schemas: Schemas) -> Json:
    operation: Json = {
        "operationId": route.name,
        "summary": route.summary,
        "description": f"Takes the role {route.role} or above.",
        "tags": [route.noun],
        "parameters": [*_parameters(route), *({"$ref": f"#/components/parameters/{name}"} for name in FOCUS)],
        "responses": {
            **{str(status): _success(route, status, schemas) for status in route.statuses},
            **{str(status): {"$ref": f"#/components/responses/Problem{status}"} for status in _refusals(route)},
        },
    }
    if route.body is not None:
        content: Json = {"schema": schemas[route.body]}
        if route.example is not None:
            content["example"] = route.example
        operation["requestBody"] = {"required": True, "content": {"application/json": content}}
    return operation


def _parameters(route: Route) -> list[Json]:
    found = [
        {"name": part, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for part in route.parts
    ]
    if route.query is not None:
        found += _query_parameters(route.query)
    if route.if_match != "ignored":
        found.append(
            {
                "name": "If-Match",
                "in": "header",
                "required": route.if_match == "required",
                "description": "The ETag you have read, or * for whatever stands.",
                "schema": {"type": "string"},
                "example": "*",
            }
        )
    if route.once:
        text = "Makes a repeated request harmless: it gets the first answer again."
        found.append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "description": text,
                "schema": {"type": "string", "minLength": 1, "maxLength": 200},
            }
        )
    return found


def _query_parameters(kind: type[msgspec.Struct]) -> list[Json]:
    (named,), components = msgspec.json.schema_components([kind], ref_template=COMPONENT)
    schema = components[named["$ref"].rpartition("/")[2]]
    hints = get_type_hints(kind)
    found = []
    for name, part in schema["properties"].items():
        one: Json = {"name": name, "in": "query", "schema": _inlined(_without_null(part), components)}
        one["required"] = name in schema.get("required", [])
        if is_list(hints[name]):
            one |= {"style": "form", "explode": True}
        found.append(one)
    return found


def _without_null(part: Json) -> Json:
    """A parameter is left out, never null."""
    if "anyOf" not in part:
        return {key: value for key, value in part.items() if key != "default" or value is not None}
    kinds = [kind for kind in part["anyOf"] if kind != {"type": "null"}]
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def _inlined(part: Any, components: Json) -> Any:
    match part:
        case {"$ref": reference}:
            return _inlined(components[reference.rpartition("/")[2]], components)
        case dict():
            return {name: _inlined(one, components) for name, one in part.items()}
        case list():
            return [_inlined(one, components) for one in part]
        case _:
            return part


def _success(route: Route, status: int, schemas: Schemas) -> Json:
    return {"description": STATUS_TEXT[status], "content": {route.media_type: {"schema": schemas[route.answer]}}}


STATUS_TEXT: Final = {200: "Done", 201: "Made", 202: "It waits for a person"}


def _refusals(route: Route) -> list[int]:
    """Which refusals a route can meet."""
    found = {400, 401, 403, 404, 409, 413, 421, 422, 429, 503}
    if route.body is not None:
        found.add(415)
    if route.if_match != "ignored":
        found |= {412, 428}
    return sorted(found)


def _problem(text: str) -> Json:
    schema = {"$ref": COMPONENT.format(name=answers.Problem.__name__)}
    return {"description": text, "content": {"application/problem+json": {"schema": schema}}}


def _header(name: str, text: str) -> Json:
    return {"name": name, "in": "header", "description": text, "schema": {"type": "string"}}


def _events() -> Json:
    happenings = {"schema": {"$ref": COMPONENT.format(name=answers.Happenings.__name__)}}
    last = "The number of the last event you had: the stream goes on behind it."
    return {
        "operationId": "events_follow",
        "summary": "What happens, as server-sent events; as one page with Accept: application/json",
        "tags": ["events"],
        "parameters": [*_query_parameters(Which), _header("Last-Event-ID", last)],
        "responses": {
            "200": {
                "description": "Events in order",
                "content": {"text/event-stream": {"schema": {"type": "string"}}, "application/json": happenings},
            },
            **{
                str(status): {"$ref": f"#/components/responses/Problem{status}"} for status in (401, 403, 421, 422, 429)
            },
        },
    }


def _address(route: Route) -> str:
    return route.path.replace(":path}", "}")
