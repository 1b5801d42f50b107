"""Writes the reference from the code: every command, setting, route, tool, event and error, so that none is forgotten.

python docs/reference/make.py          # writes the pages beside this file
tests/test_docs.py                     # fails while a page is not what this would write
"""

import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import click
import msgspec

from archivist import errors, settings
from archivist.doors.cli.main import COMMANDS, FAMILIES, cli
from archivist.doors.http.route import PREFIX
from archivist.doors.http.routes import ROUTES
from archivist.doors.mcp.tools import TOOLS
from archivist.records.event import Topic

FOLDER = Path(__file__).parent
SHARED = {"--home", "--as", "--project", "--workspace", "--json", "--role"}
MADE = "<!-- made by docs/reference/make.py; edit the code, not this page -->"


def pages() -> dict[str, str]:
    """Each page of the reference by file name."""
    return {
        "commands.md": _commands(),
        "settings.md": _settings(),
        "http.md": _routes(),
        "mcp.md": _tools(),
        "events-and-errors.md": _events_and_errors(),
    }


def _commands() -> str:
    lines = [
        "# Commands", MADE, "",
        "Every command takes `--home DIR` (or `ARCHIVIST_HOME`; default `~/.archivist`), `--as USER` (or "
        "`ARCHIVIST_USER`), `--project P`, `--workspace W` and, where it prints data, `--json`. Exit codes: 0 done, "
        "1 refused or not found, 2 usage.", "",
    ]  # fmt: skip
    context = click.Context(cli, info_name="archivist")
    for family, names in FAMILIES.items():
        lines += [f"## {family}", ""]
        for name in names:
            command = cli.get_command(context, name)
            assert command is not None, name
            lines += [
                f"### archivist {name}",
                "",
                *_summary(command, COMMANDS[name][1]),
                *_command(command, f"archivist {name}"),
            ]
    return _page(lines)


def _summary(command: click.Command, line: str) -> list[str]:
    return [] if _plain(command.help or "").startswith(line) else [line, ""]


def _command(command: click.Command, path: str) -> Iterator[str]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from (f"#### {path} {name}", "")
            yield from _command(inner, f"{path} {name}")
        return
    arguments = [_argument(one) for one in command.params if isinstance(one, click.Argument)]
    yield from (f"`{' '.join([path, *arguments, '[OPTIONS]'])}`", "")
    if command.help:
        yield from (_plain(command.help), "")
    options = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
    options = [one for one in options if not SHARED & {*one.opts}]
    if options:
        yield from ("| option | |", "|---|---|")
        yield from (f"| `{_option(one)}` | {_cell(one)} |" for one in options)
        yield ""


def _argument(argument: click.Argument) -> str:
    name = (argument.metavar or argument.name or "").upper()
    name += "…" if argument.nargs == -1 else ""
    return name if argument.required else f"[{name}]"


def _option(option: click.Option) -> str:
    value = "" if option.is_flag else f" {option.metavar or option.type.name.upper()}"
    return f"{', '.join((*option.opts, *option.secondary_opts))}{value}"


def _cell(option: click.Option) -> str:
    kinds = f" One of {', '.join(map(str, option.type.choices))}." if isinstance(option.type, click.Choice) else ""
    default = option.default if isinstance(option.default, str | int | float) and option.show_default else None
    standard = f" Default {default}." if default not in (None, "", False) else ""
    again = " May be given several times." if option.multiple and "several" not in (option.help or "") else ""
    return f"{_plain(option.help or '')}{kinds}{standard}{again}".strip().replace("|", "\\|")


def _settings() -> str:
    lines = [
        "# Settings", MADE, "",
        "One YAML file, `config.yaml` in the home. Every key may also stand in the environment, with two underscores "
        "between levels: `ARCHIVIST_MEMORY__AGENT__DEFAULT_TTL_DAYS=30`. An unknown key or a wrong value is refused by "
        "name. `archivist config show` prints what is in force.", "",
    ]  # fmt: skip
    lines += _struct(settings.Settings, "")
    return _page(lines)


def _struct(kind: type[msgspec.Struct], path: str) -> Iterator[str]:
    yield from (
        f"## {path or 'top level'}",
        "",
        _plain(kind.__doc__ or ""),
        "",
        "| key | type | default |",
        "|---|---|---|",
    )
    inner = []
    for field in msgspec.structs.fields(kind):
        key = f"{path}.{field.encode_name}" if path else field.encode_name
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            inner.append((field.type, key))
            continue
        default = "" if field.default is msgspec.NODEFAULT else msgspec.json.encode(field.default).decode()
        yield f"| `{key}` | {_type(field.type)} | `{default}` |"
    yield ""
    for type_, key in inner:
        yield from _struct(type_, key)


def _type(kind: Any) -> str:
    if isinstance(kind, type) and issubclass(kind, Enum):
        kind = " \\| ".join(str(one.value) for one in kind)
        return f"{kind}"
    text = re.sub(r"typing\.|archivist\.\w+\.|msgspec\.|Annotated\[|NoneType", "", str(kind))
    text = re.sub(r"<(?:class|enum) '([\w.]+)'>", r"\1", text)
    text = re.sub(r", Meta\(([^)]*)\)\]?", lambda found: f" ({found[1]})", text)
    return f"`{text}`".replace("|", "\\|")


def _routes() -> str:
    lines = [
        "# HTTP routes", MADE, "",
        "The whole description, with bodies, answers and examples, is served at `/api/v1/openapi.json` and "
        "`/api/v1/docs`. How to use them: [docs/http.md](../http.md).", "",
        "| method | path | does | least role |", "|---|---|---|---|",
        *(f"| {one.method} | `{PREFIX}{one.path}` | {one.summary} | {one.role} |" for one in ROUTES),
        "| GET | `/api/v1/events` | Events, as JSON or as a stream with resume | reader |",
        "| GET | `/healthz`, `/readyz`, `/metrics` | State of the server |  |", "",
    ]  # fmt: skip
    return _page(lines)


def _tools() -> str:
    lines = ["# MCP tools", MADE, "", "Served by `archivist mcp` (stdio) and at `/mcp` of `archivist serve`.", ""]
    for tool in TOOLS:
        lines += [f"## {tool.name}", "", _plain(tool.description), "", "| argument | type | default |", "|---|---|---|"]
        for field in msgspec.structs.fields(tool.arguments):
            needed = field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
            default = "needed" if needed else "" if field.default is msgspec.NODEFAULT else f"`{_value(field.default)}`"
            lines.append(f"| `{field.encode_name}` | {_type(field.type)} | {default} |")
        lines.append("")
    return _page(lines)


def _events_and_errors() -> str:
    lines = ["# Events and errors", MADE, "", "## Topics", "", *(f"- `{topic}`" for topic in Topic), ""]
    lines += ["## Error codes", "", "| code | means |", "|---|---|"]
    known = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, errors.ArchivistError)]
    lines += [f"| `{one.code}` | {_plain((one.__doc__ or '').splitlines()[0])} |" for one in known]
    return _page([*lines, ""])


def _value(default: Any) -> str:
    return repr(default.value if isinstance(default, Enum) else default)


def _plain(text: str) -> str:
    return " ".join(text.replace("\b", "").split())


def _page(lines: list[str]) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")
        print(f"wrote {name}, {len(text):,} characters")
