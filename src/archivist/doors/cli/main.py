"""Entry point of the `archivist` command. Commands are imported when called, so that a cold start stays light."""

import sys
from importlib import import_module
from typing import Any, Final

import click

from archivist.version import __version__

# Each command, where it stands (`module:attribute`), and one line of help, so that --help imports nothing else.
COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "init": ("home:init", "Make a home; with --workspace, adopt a folder of plain files."),
    "demo": ("demo:demo", "See it all in ten seconds, in a home that leaves nothing behind."),
    "remember": ("memory:remember", "Write one statement."),
    "recall": ("memory:recall", "Find what is remembered."),
    "show": ("memory:show", "Show one record."),
    "list": ("memory:list_", "List records."),
    "edit": ("memory:edit", "Change one record."),
    "forget": ("memory:forget", "Take a record out of use; it can be restored."),
    "restore": ("memory:restore", "Bring back a forgotten record, or a home from a backup."),
    "erase": ("memory:erase", "Remove a record's words everywhere, for good."),
    "keep": ("memory:keep", "Decide a conflict in favour of one record."),
    "history": ("memory:history", "How a record came to be what it is."),
    "clear": ("memory:clear", "Forget everything in a scope."),
    "extract": ("conversations:extract", "Read transcripts for what is worth remembering."),
    "conversations": ("conversations:conversations", "List conversations, or search what was said."),
    "propose": ("queue:propose", "Propose a statement, as an agent does."),
    "queue": ("queue:queue", "What waits for a decision."),
    "apply": ("queue:apply", "Accept a proposal."),
    "dismiss": ("queue:dismiss", "Turn a proposal away."),
    "process-all": ("queue:process_all", "Accept what is recommended, skip what needs an eye."),
    "review": ("review:review", "Go through the queue with the keys 1, 2 and 3."),
    "library": ("library:library", "User and Project Knowledge: what goes with every conversation."),
    "project": ("projects:project", "Projects: create, list, focus, members."),
    "agent": ("agents:agent", "An agent's private notes: get, put, search, delete."),
    "global": ("global_memory:global_", "Facts that agents share: search, propose, correct, expire."),
    "context": ("context:context", "What an agent is given for a question, inside a budget."),
    "journal": ("journal:journal", "Day notes: add, show, brief, done, backfill, ask."),
    "status": ("upkeep:status", "How the workspace stands."),
    "sync": ("upkeep:sync", "Take in fragments edited by hand."),
    "consolidate": ("upkeep:consolidate", "Distil the last days into MEMORY.md."),
    "archive": ("upkeep:archive", "Move old day notes to the archive, or bring one back."),
    "schedule": ("schedule:schedule", "Let the system run the nights: install, show, remove."),
    "upkeep": ("upkeep:upkeep", "Run the timed jobs that are due."),
    "mirror": ("files:mirror", "Write what you may see as Markdown files."),
    "import": ("files:import_", "Read records from files."),
    "why": ("oversight:why", "Why something is remembered, refused, or was injected into a run."),
    "knowledge": ("knowledge:knowledge", "Documents: add, publish, search, read, ask, cite."),
    "task": ("task:task", "Which documents a task may read."),
    "undo": ("oversight:undo", "Take back one decision, by its audit number."),
    "audit": ("oversight:audit", "Who did what; `audit verify` proves it whole."),
    "events": ("oversight:events", "What happened."),
    "metrics": ("oversight:metrics", "Counters."),
    "work": ("work:work", "Hand events on and run what is due, in the background."),
    "dead-letters": ("work:dead_letters", "Events that could not be handed on: list, replay, discard."),
    "doctor": ("home:doctor", "Check the home, and say what is wrong."),
    "mcp": ("mcp:mcp", "Serve the memory to coding assistants and other MCP clients."),
    "hook": ("hook:hook", "What a coding assistant calls at the turns of a session."),
    "install": ("install:install", "Set up a coding assistant; --uninstall takes it out again."),
    "export": ("transfer:export", "Write everything to a folder, with its history."),
    "config": ("config:config", "Settings, switches and the access policy."),
    "serve": ("server:serve", "Serve the HTTP API."),
    "token": ("server:token", "Tokens for the HTTP API: create, list, revoke."),
    "chat": ("chat:chat", "Talk to an assistant that remembers."),
    "models": ("models:models", "Which model each role asks, and what was used."),
    "backup": ("home:backup", "Write a checked copy while others work."),
    "reindex": ("home:reindex", "Make the search index anew."),
}

FAMILIES: Final[dict[str, tuple[str, ...]]] = {
    "First steps": ("init", "demo", "doctor"),
    "Memory": (
        "remember", "recall", "show", "list", "edit", "forget", "restore", "erase", "keep", "history", "clear",
    ),
    "Conversations and the queue": (
        "extract", "conversations", "propose", "queue", "review", "apply", "dismiss", "process-all",
    ),
    "The library": ("library", "project"),
    "Agents": ("context", "agent", "global"),
    "Knowledge": ("knowledge", "task"),
    "Coding assistants": ("mcp", "hook", "install"),
    "Looking inside": ("why", "audit", "events", "metrics", "undo"),
    "Workspace and nights": (
        "journal", "status", "sync", "consolidate", "archive", "schedule", "upkeep", "mirror", "import", "export",
    ),
    "Running it": ("serve", "work", "dead-letters", "token", "config", "models", "chat", "backup", "reindex"),
}  # fmt: skip


SHARED: Final = frozenset({"--home", "--as", "--project", "--workspace", "--json"})


class Commands(click.Group):
    """A group that knows its commands by name and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(f"archivist.doors.cli.{module}"), attribute)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        word = args[0].partition("=")[0] if args else ""
        if word in SHARED:
            raise click.UsageError(f"{word} goes behind the command: archivist COMMAND {word} …", ctx)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from rapidfuzz import process

            near = [name for name, score, _ in process.extract(args[0], list(COMMANDS), limit=2) if score >= 60]
            hint = f" Did you mean {' or '.join(near)}?" if near else " See archivist --help."
            raise click.UsageError(f"No command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for family, names in FAMILIES.items():
            with formatter.section(family):
                formatter.write_dl([(name, COMMANDS[name][1]) for name in names])


EPILOG = """\b
Examples:
  archivist remember "Weekly reports use a short format" --type feedback
  archivist recall "周报用什么格式"
  archivist extract ~/.claude/projects/*/*.jsonl
  archivist review

Every command takes --home DIR, --as USER, --project P, --workspace W and --json.
"""


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="archivist %(version)s")
def cli() -> None:
    """Governed memory and knowledge for AI agents and the people they work for."""


def run(arguments: list[str] | None = None) -> Any:
    """Run one command and leave with its exit code: 0 done, 1 refused or not found, 2 usage. Never a traceback."""
    from archivist.doors.cli.guard import guarded

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(guarded(cli, arguments))
