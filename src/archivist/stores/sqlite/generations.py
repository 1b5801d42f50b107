"""Table `generation`: every bundle of configuration there was."""

import hashlib

import msgspec

from archivist.records.generation import Bundle, Generation, GenerationState
from archivist.stores.sqlite.codec import from_ms, json_text, to_ms
from archivist.stores.sqlite.rows import Connection, Row
from archivist.stores.sqlite.sql_files import queries

_bundle = msgspec.json.Decoder(Bundle)


class GenerationTable:
    """The generations, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sql = queries("generation")

    def add(self, generation: Generation) -> None:
        body = json_text(generation.bundle)
        self._connection.execute(
            self._sql["add"],
            {
                "number": generation.number,
                "state": generation.state,
                "bundle": body,
                "digest": hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest(),
                "by": generation.by,
                "at": to_ms(generation.at),
            },
        )

    def get(self, number: int) -> Generation | None:
        row = self._connection.execute(self._sql["by_number"], {"number": number}).fetchone()
        return None if row is None else _from_row(row)

    def latest(self, limit: int) -> list[Generation]:
        return [_from_row(row) for row in self._connection.execute(self._sql["latest"], {"limit": limit})]

    def set_state(self, number: int, state: GenerationState) -> None:
        self._connection.execute(self._sql["set_state"], {"number": number, "state": state})


def _from_row(row: Row) -> Generation:
    number, state, bundle, by, at = row
    return Generation(number, GenerationState(state), _bundle.decode(bundle), by, from_ms(at))
