"""Tables `conversation` and `message`: what was said, findable by its owner only."""

from collections.abc import Sequence
from datetime import datetime

from archivist.errors import NotFound
from archivist.records.conversation import Conversation, ConversationState, Message, MessageOrigin, Speaker, Summary
from archivist.records.scope import user
from archivist.stores.conversations_port import LocatedMessage
from archivist.stores.index_port import Index
from archivist.stores.sqlite.codec import from_ms, json_list, json_text, maybe_instant, summary_from, to_ms
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.rows import Connection, Row
from archivist.stores.sqlite.sql_files import queries
from archivist.text.ranking import MAX_ASKING_BYTES, NEAR_WEIGHTS, IndexedText, Turn
from archivist.text.words import parse_query

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
OTHERS_WEIGHT = 0.7  # measured on BEAM, 2026-11-29: R@5 0.31 at 1.0, 0.41 at 0.7


def message_from_row(row: Row) -> Message:
    """The one place that knows the columns of a message query."""
    id, position, speaker, text, at, origin, name = row
    return Message(id, position, Speaker(speaker), text, from_ms(at), MessageOrigin(origin), name)


def indexed_message(text: str, at_ms: int, name: str = "") -> IndexedText:
    """A message as it is found: by its words, by who says them, and by its day (UTC), as English and Chinese write it.

    LoCoMo R@5 0.657 without the day, 0.674 with it, 2026-11-30; for names see docs/decisions/2026-11-30-ranking.md. A
    message kept before that day is found by its words alone until the index is rebuilt.
    """
    at = from_ms(at_ms)
    day = f"{at.day} {_MONTHS[at.month - 1]} {at.year} {at.month}月{at.day}日"
    return IndexedText(title=name, body=text, description=day) if text else IndexedText()


def state_from_row(row: Row) -> ConversationState:
    """The one place that knows the columns of a conversation query."""
    id, owner, title, source, project, task, started, last, ended, messages, extracted = row
    return ConversationState(
        id=id,
        owner=owner,
        title=title,
        source=source,
        project=project,
        task=task,
        started_at=from_ms(started),
        last_message_at=from_ms(last),
        ended_at=maybe_instant(ended),
        messages=messages,
        extracted_to=extracted,
    )


class ConversationTable:
    """Conversations by owner and id, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection, names: Names, index: Index) -> None:
        self._connection = connection
        self._names = names
        self._index = index
        self._sql = queries("conversation")

    def add(self, owner: str, conversation: Conversation, task: str | None, now: datetime) -> int:
        row = self._connection.execute(
            self._sql["upsert"],
            {
                "id": conversation.id,
                "owner": owner,
                "title": conversation.title,
                "source": conversation.source,
                "project": conversation.project,
                "task": task,
                "started_at": to_ms(conversation.started_at or now),
            },
        ).fetchone()
        seq = int(row[0])
        partition = self._names.scope(self._connection, user(owner))
        new = 0
        for message in conversation.messages:
            added = self._connection.execute(
                self._sql["add_message"],
                {
                    "conversation": seq,
                    "id": message.id,
                    "speaker": message.speaker,
                    "origin": message.origin,
                    "text": message.text,
                    "at": to_ms(message.at),
                    "name": message.name,
                },
            ).fetchone()
            if added:
                new += 1
                self._index.put(added[0], partition, indexed_message(message.text, to_ms(message.at), message.name))
        self._connection.execute(self._sql["refresh"], {"seq": seq})
        return new

    def state(self, owner: str, id: str) -> ConversationState | None:
        row = self._connection.execute(self._sql["state"], {"owner": owner, "id": id}).fetchone()
        return None if row is None else state_from_row(row)

    def latest(self, owner: str, limit: int) -> list[ConversationState]:
        rows = self._connection.execute(self._sql["latest"], {"owner": owner, "limit": limit})
        return [state_from_row(row) for row in rows]

    def messages(self, owner: str, id: str, start: int = 0) -> list[Message]:
        rows = self._connection.execute(self._sql["messages"], {"owner": owner, "id": id, "from": start})
        return [message_from_row(row) for row in rows]

    def latest_messages(self, owner: str, id: str, limit: int, up_to: str | None = None) -> list[Message]:
        rows = self._connection.execute(
            self._sql["latest_messages"], {"owner": owner, "id": id, "limit": limit, "up_to": up_to}
        ).fetchall()
        return [message_from_row(row) for row in reversed(rows)]

    def search(self, owner: str, query: str, limit: int) -> list[tuple[int, float]]:
        partition = self._names.known_scope(self._connection, user(owner))
        if partition is None:
            return []
        return [(hit.entry, hit.relevance) for hit in self._index.search(parse_query(query), [partition], limit, self)]

    def located(self, owner: str, seqs: Sequence[int]) -> dict[int, LocatedMessage]:
        rows = self._connection.execute(self._sql["located"], {"owner": owner, "seqs": json_list(seqs)})
        return {row[0]: LocatedMessage(row[1], row[2], message_from_row(row[3:])) for row in rows}

    def mark_extracted(self, owner: str, id: str, position: int) -> None:
        self._connection.execute(self._sql["mark_extracted"], {"owner": owner, "id": id, "position": position})

    def end(self, owner: str, id: str, at: datetime) -> bool:
        if self.state(owner, id) is None:
            raise NotFound("conversation", id)
        row = self._connection.execute(self._sql["end"], {"owner": owner, "id": id, "at": to_ms(at)}).fetchone()
        return row is not None

    def note_explicit(self, owner: str, id: str, message: str, at: datetime) -> None:
        self._connection.execute(
            self._sql["note_explicit"], {"owner": owner, "conversation": id, "message": message, "at": to_ms(at)}
        )

    def explicit(self, owner: str, id: str) -> set[str]:
        rows = self._connection.execute(self._sql["explicit"], {"owner": owner, "conversation": id})
        return {row[0] for row in rows}

    def set_summary(self, owner: str, id: str, summary: Summary) -> None:
        self._connection.execute(self._sql["set_summary"], {"owner": owner, "id": id, "summary": json_text(summary)})

    def summary(self, owner: str, id: str) -> Summary | None:
        row = self._connection.execute(self._sql["summary"], {"owner": owner, "id": id}).fetchone()
        return None if row is None or row[0] is None else summary_from(row[0])

    def redact(self, conversation: str, message: str, quote: str, mark: str) -> None:
        rows = self._connection.execute(
            self._sql["redact"], {"conversation": conversation, "message": message, "quote": quote, "mark": mark}
        ).fetchall()
        if rows:
            self._connection.execute(self._sql["drop_summaries"], {"conversation": conversation})
        for seq, owner, *said in rows:
            self._index.remove([seq])
            self._index.put(seq, self._names.scope(self._connection, user(owner)), indexed_message(*said))

    def delete(self, owner: str, id: str) -> bool:
        rows = self._connection.execute(self._sql["delete_messages"], {"owner": owner, "id": id}).fetchall()
        self._index.remove([row[0] for row in rows])
        return self._connection.execute(self._sql["delete"], {"owner": owner, "id": id}).fetchone() is not None

    def rebuild_index(self, batch: int = 5_000) -> int:
        self._index.clear()
        after = count = 0
        while True:
            rows = self._connection.execute(self._sql["all_rows"], {"after": after, "limit": batch}).fetchall()
            if not rows:
                return count
            self._index.put_many(
                (seq, self._names.scope(self._connection, user(owner)), indexed_message(*said))
                for seq, owner, *said in rows
            )
            after, count = rows[-1][0], count + len(rows)

    # -- what the index asks (see `stores.index_port.Entries`)

    def weights(self, seqs: Sequence[int]) -> dict[int, float]:
        """What the user said counts in full, what others said less."""
        rows = self._connection.execute(self._sql["speakers"], {"seqs": json_list(seqs)})
        return {seq: 1.0 if speaker == Speaker.USER else OTHERS_WEIGHT for seq, speaker in rows}

    def texts(self, seqs: Sequence[int]) -> dict[int, IndexedText]:
        """The texts of these messages as they were indexed."""
        rows = self._connection.execute(self._sql["message_rows"], {"seqs": json_list(seqs)})
        return {seq: indexed_message(*said) for seq, *said in rows}

    def runs(self, seqs: Sequence[int]) -> list[list[Turn]]:
        """The turns around these messages, conversation by conversation, in order."""
        rows = self._connection.execute(
            self._sql["around"],
            {"seqs": json_list(seqs), "reach": len(NEAR_WEIGHTS), "max_asking_bytes": MAX_ASKING_BYTES},
        )
        runs: list[list[Turn]] = []
        before = (-1, -1)
        for conversation, position, seq, asks in rows:
            turn = Turn(seq, asks=bool(asks))
            if before == (conversation, position - 1):
                runs[-1].append(turn)
            else:
                runs.append([turn])
            before = (conversation, position)
        return runs
