"""What agents' structured notes look like, version by version, for who wants them checked and brought up to date.

A note keeps the version it was written with; reading brings it to the newest by the registered steps, and the stored
value stays as it was. Nothing registers itself: who opens the home does. Source: requirements A2, R2; source 004, 11.2.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from archivist.errors import Invalid
from archivist.records.memory import Memory

Value = Any
"""A JSON value: this is where JSON enters."""

NO_UPGRADES: Final[Mapping[int, Callable[[Value], Value]]] = {}


@dataclass(frozen=True, slots=True)
class ValueSchema:
    """The newest version of one key's value, the check of it, and for each older version the step to the next."""

    version: int = 1
    check: Callable[[Value], object] | None = None
    """Raises `ValueError` for a value that is not of the newest version."""
    upgrades: Mapping[int, Callable[[Value], Value]] = field(default_factory=lambda: NO_UPGRADES)

    def __post_init__(self) -> None:
        missing = set(range(1, self.version)) - set(self.upgrades)
        if missing:
            raise Invalid("schema", f"version {min(missing)} has no step to the next")


ANY: Final = ValueSchema()


class ValueSchemas:
    """The schemas of one opened home, by agent and key."""

    def __init__(self) -> None:
        self._schemas: dict[tuple[str, str], ValueSchema] = {}

    def register(self, agent: str, key: str, schema: ValueSchema) -> None:
        """Have the values of this agent's key checked and upgraded by `schema`."""
        self._schemas[agent, key] = schema

    def version(self, agent: str, key: str) -> int:
        """The newest version of this key's values."""
        return self._schemas.get((agent, key), ANY).version

    def checked(self, agent: str, key: str, value: Value, version: int) -> str:
        """The value as canonical JSON: sorted keys, no blanks, every number finite.

        Raises:
            Invalid: it is no JSON, newer than the newest version, or refused by the schema's check.
        """
        schema = self._schemas.get((agent, key))
        if schema is not None:
            if version > schema.version:
                raise Invalid("schema_version", f"{version} is newer than the newest, {schema.version}")
            self._check(schema, value if version == schema.version else _upgraded(schema, value, version))
        return canonical(value)

    def upgraded(self, record: Memory) -> Memory:
        """The record with its value in the newest version.

        Raises:
            Invalid: it was written with a newer version than this program knows.
        """
        schema = self._schemas.get((record.scope.id, record.name))
        if schema is None or record.value is None or record.schema_version == schema.version:
            return record
        if record.schema_version > schema.version:
            raise Invalid("schema_version", f"{record.name!r} has {record.schema_version}, newer than {schema.version}")
        value = _upgraded(schema, json.loads(record.value), record.schema_version)
        return replace(record, value=canonical(value), schema_version=schema.version)

    def _check(self, schema: ValueSchema, value: Value) -> None:
        if schema.check is None:
            return
        try:
            schema.check(value)
        except ValueError as exc:
            raise Invalid("value", str(exc)) from exc


def canonical(value: Value) -> str:
    """One JSON text for equal values.

    Raises:
        Invalid: it holds something JSON cannot say, such as NaN.
    """
    try:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as exc:
        raise Invalid("value", f"is no JSON value: {exc}") from exc


def _upgraded(schema: ValueSchema, value: Value, version: int) -> Value:
    for step in range(version, schema.version):
        value = schema.upgrades[step](value)
    return value
