"""The reference memory server of MCP: a line for an entity with its observations, a line for a relation."""

from archivist.errors import Invalid
from archivist.importers.memories.statement import Files, Statement, content_id, rows_of, words
from archivist.records.memory import MemoryType


def read(files: Files) -> list[Statement]:
    """A statement for each observation, and for each relation.

    Raises:
        Invalid: a line is neither.
    """
    statements: list[Statement] = []
    for name, data in files:
        for where, row in rows_of(name, data):
            match row:
                case {"type": "entity", "name": str(entity)}:
                    said = [f"{entity}: {observed}" for observed in words(row.get("observations"))]
                case {"type": "relation", "from": str(source), "to": str(target), "relationType": str(how)}:
                    entity, said = source, [f"{source} {how.replace('_', ' ')} {target}"]
                case _:
                    raise Invalid(where, "is neither an entity nor a relation")
            statements += [Statement(text, content_id(text), type=MemoryType.PROJECT, topic=entity) for text in said]
    return statements
