"""Table `model_use`: the meter of model calls."""

from datetime import date

from archivist.stores.model_use_port import ModelUse
from archivist.stores.sqlite.rows import Connection
from archivist.stores.sqlite.sql_files import queries


class ModelUseTable:
    """Implements `stores.model_use_port.ModelUses`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sql = queries("model_use")

    def add(self, use: ModelUse) -> None:
        self._connection.execute(
            self._sql["add"],
            {
                "day": use.day.isoformat(),
                "role": use.role,
                "model": use.model,
                "requests": use.requests,
                "input_tokens": use.input_tokens,
                "output_tokens": use.output_tokens,
                "dollars": use.dollars,
                "failures": use.failures,
            },
        )

    def since(self, day: date) -> list[ModelUse]:
        rows = self._connection.execute(self._sql["since"], {"day": day.isoformat()})
        return [ModelUse(date.fromisoformat(row[0]), *row[1:]) for row in rows]
