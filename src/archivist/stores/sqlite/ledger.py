"""Small tables: receipts of acts that must happen once, switches that every process sees, and counters."""

import hashlib
from datetime import datetime

from archivist.stores.sqlite.codec import to_ms
from archivist.stores.sqlite.rows import Connection
from archivist.stores.sqlite.sql_files import queries


def receipt_key(*parts: str) -> bytes:
    """One key for several parts; each is counted in, so that ('a', 'bc') and ('ab', 'c') differ."""
    joined = "".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).digest()


class Ledger:
    """Receipts, settings, counters and facts about the file, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sql = queries("ledger")

    def receipt(self, *parts: str) -> str | None:
        row = self._connection.execute(self._sql["receipt"], {"key": receipt_key(*parts)}).fetchone()
        return None if row is None else row[0]

    def give_receipt(self, answer: str, at: datetime, *parts: str) -> None:
        self._connection.execute(
            self._sql["give_receipt"], {"key": receipt_key(*parts), "answer": answer, "at": to_ms(at)}
        )

    def setting(self, key: str) -> str | None:
        row = self._connection.execute(self._sql["setting"], {"key": key}).fetchone()
        return None if row is None else row[0]

    def settings(self) -> dict[str, str]:
        return dict(self._connection.execute(self._sql["settings"]).fetchall())

    def set(self, key: str, value: str, by: str, at: datetime) -> None:
        self._connection.execute(self._sql["set"], {"key": key, "value": value, "by": by, "at": to_ms(at)})

    def count(self, name: str, by: int = 1) -> None:
        self._connection.execute(self._sql["count"], {"name": name, "by": by})

    def counters(self) -> dict[str, int]:
        return dict(self._connection.execute(self._sql["counters"]).fetchall())

    def meta(self, key: str) -> str | None:
        row = self._connection.execute(self._sql["meta"], {"key": key}).fetchone()
        return None if row is None else row[0]

    def set_meta(self, key: str, value: str) -> None:
        self._connection.execute(self._sql["set_meta"], {"key": key, "value": value})
