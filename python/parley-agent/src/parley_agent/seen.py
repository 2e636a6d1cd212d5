from __future__ import annotations

import inspect
import sqlite3
from typing import Any, Awaitable, Iterable, Literal, Protocol, TypeVar, Union

Value = TypeVar("Value")
MaybeAwaitable = Union[Value, Awaitable[Value]]
Outcome = Literal["handled", "failed"]


class SeenDeliveries(Protocol):
    """Remembers which deliveries were taken, so that one that comes again is not handled again. Each method may be a coroutine."""

    def accept(self, delivery_id: str, body: bytes) -> MaybeAwaitable[bool]:
        """Records a delivery before it is acknowledged, and says whether it is new."""

    def finish(self, delivery_id: str, outcome: Outcome) -> MaybeAwaitable[None]:
        """Says that the handlers are done with it. After ``failed`` the same delivery, sent again by its owner, is handled again."""

    def unfinished(self) -> MaybeAwaitable[Iterable[bytes]]:
        """The bodies of the deliveries that were accepted and not finished; asked for once, when the agent starts."""


class SeenInMemory:
    """Remembers the last deliveries until the process ends, the oldest forgotten first."""

    def __init__(self, capacity: int = 10_000) -> None:
        self._ids: dict[str, None] = {}
        self._capacity = capacity

    def accept(self, delivery_id: str, body: bytes) -> bool:
        if delivery_id in self._ids:
            return False
        self._ids[delivery_id] = None
        if len(self._ids) > self._capacity:
            del self._ids[next(iter(self._ids))]
        return True

    def finish(self, delivery_id: str, outcome: Outcome) -> None:
        if outcome == "failed":
            self._ids.pop(delivery_id, None)

    def unfinished(self) -> Iterable[bytes]:
        return ()


class SeenInSqlite:
    """Remembers them in a file, for an agent of one process. What a crash left unfinished is handled at the next start; bodies are
    erased once they are handled, and ids 30 days after."""

    def __init__(self, path: str) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma busy_timeout = 5000")
        self._db.execute(
            "create table if not exists parley_seen (delivery_id text primary key, body blob,"
            " accepted_at integer not null default (cast(strftime('%s', 'now') as integer)))"
        )
        self._db.execute(
            "delete from parley_seen where body is null"
            " and accepted_at < cast(strftime('%s', 'now') as integer) - 30 * 24 * 60 * 60"
        )

    def accept(self, delivery_id: str, body: bytes) -> bool:
        insert = "insert or ignore into parley_seen (delivery_id, body) values (?, ?)"
        return self._db.execute(insert, (delivery_id, body)).rowcount == 1

    def finish(self, delivery_id: str, outcome: Outcome) -> None:
        if outcome == "failed":
            self._db.execute("delete from parley_seen where delivery_id = ?", (delivery_id,))
        else:
            self._db.execute("update parley_seen set body = null where delivery_id = ?", (delivery_id,))

    def unfinished(self) -> Iterable[bytes]:
        rows = self._db.execute("select body from parley_seen where body is not null order by rowid").fetchall()
        return [bytes(row[0]) for row in rows]

    def close(self) -> None:
        """Closes the file."""
        self._db.close()


async def settled(value: Any) -> Any:
    """A value, or what a coroutine gives."""
    return await value if inspect.isawaitable(value) else value
