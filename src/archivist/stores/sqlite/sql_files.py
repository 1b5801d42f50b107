"""SQL kept as SQL: named queries read from the `.sql` files beside this module."""

from functools import cache
from pathlib import Path
from typing import Final

QUERIES: Final = Path(__file__).parent / "queries"
MIGRATIONS: Final = Path(__file__).parent / "migrations"


@cache
def queries(table: str) -> dict[str, str]:
    """The statements of `queries/<table>.sql` by name; each starts at its `-- name: …` line."""
    text = (QUERIES / f"{table}.sql").read_text("utf-8")
    blocks = (block.partition("\n") for block in text.split("-- name: ")[1:])
    return {name.strip(): statement.strip() for name, _, statement in blocks}
