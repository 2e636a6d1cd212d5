"""What an agent keeps between deliveries, and where."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Callable, Protocol, Sequence

from ._whole_file import write_whole
from .seen import MaybeAwaitable, settled

#: How long a key may be, in characters, and a value, in bytes of its JSON.
_LONGEST_KEY = 128
_MOST_BYTES = 65_536

_CREATE = (
    "CREATE TABLE IF NOT EXISTS parley_store (scope text NOT NULL, key text NOT NULL, value text NOT NULL,"
    " updated_at text NOT NULL, PRIMARY KEY (scope, key))"
)
_GET = "SELECT value FROM parley_store WHERE scope = $1 AND key = $2"
_SET = (
    "INSERT INTO parley_store (scope, key, value, updated_at) VALUES ($1, $2, $3, $4) ON CONFLICT (scope, key)"
    " DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at"
)
_DELETE = "DELETE FROM parley_store WHERE scope = $1 AND key = $2"


class StateStore(Protocol):
    """Keeps the values of ``ctx.store``, as JSON texts. ``scope`` says whose they are: an agent's with one conversation or one person.
    Values of two scopes never meet, so several agents may share one. Each method may be a coroutine."""

    def get(self, scope: str, key: str) -> MaybeAwaitable[str | None]: ...

    def set(self, scope: str, key: str, text: str) -> MaybeAwaitable[None]: ...

    def delete(self, scope: str, key: str) -> MaybeAwaitable[None]: ...


class StoreInMemory:
    """Keeps values until the process ends; of more than 10,000 those that were set longest ago are forgotten."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, str], str] = {}

    def get(self, scope: str, key: str) -> str | None:
        return self._values.get((scope, key))

    def set(self, scope: str, key: str, text: str) -> None:
        self._values.pop((scope, key), None)
        self._values[scope, key] = text
        if len(self._values) > 10_000:
            del self._values[next(iter(self._values))]

    def delete(self, scope: str, key: str) -> None:
        self._values.pop((scope, key), None)


class StoreInFile:
    """Keeps values in a JSON file, for an agent of one process and a few thousand values. Each change writes the whole file beside the old
    one, and then takes its place, so a crash leaves one of the two."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises ValueError where the file holds something else."""
        self._path = Path(path)
        self._values: dict[str, dict[str, Any]] = {}
        if not self._path.exists():
            return
        try:
            self._values = {scope: dict(values) for scope, values in json.loads(self._path.read_text("utf-8")).items()}
        except (AttributeError, TypeError, ValueError) as error:
            raise ValueError(f"{path} holds no values of ctx.store. Name another file, or remove it.") from error

    def get(self, scope: str, key: str) -> str | None:
        values = self._values.get(scope, {})
        return json.dumps(values[key]) if key in values else None

    def set(self, scope: str, key: str, text: str) -> None:
        self._values.setdefault(scope, {})[key] = json.loads(text)
        self._write()

    def delete(self, scope: str, key: str) -> None:
        values = self._values.get(scope, {})
        if key not in values:
            return
        del values[key]
        if not values:
            del self._values[scope]
        self._write()

    def _write(self) -> None:
        write_whole(self._path, json.dumps(self._values, indent=2))


class StoreInSqlite:
    """Keeps values in the table ``parley_store`` of a SQLite file."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma busy_timeout = 5000")
        self._db.execute(_CREATE)

    def get(self, scope: str, key: str) -> str | None:
        row = self._run(_GET, scope, key).fetchone()
        return None if row is None else str(row[0])

    def set(self, scope: str, key: str, text: str) -> None:
        self._run(_SET, scope, key, text, _now())

    def delete(self, scope: str, key: str) -> None:
        self._run(_DELETE, scope, key)

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    def _run(self, text: str, *values: str) -> sqlite3.Cursor:
        return self._db.execute(re.sub(r"\$\d", "?", text), values)


class StoreInSql:
    """Keeps values in the table ``parley_store`` of a PostgreSQL database, which all processes of an agent may share.

    >>> pool = await asyncpg.create_pool()
    >>> agent = Agent.from_env(store=StoreInSql(lambda text, values: pool.fetch(text, *values)))

    The function gets a statement with ``$1`` and its values, and returns the rows; it may be a coroutine.
    """

    def __init__(self, query: Callable[[str, Sequence[str]], MaybeAwaitable[Sequence[Any]]]) -> None:
        self._query = query
        self._is_created = False

    async def get(self, scope: str, key: str) -> str | None:
        rows = await self._run(_GET, scope, key)
        return str(rows[0][0]) if rows else None

    async def set(self, scope: str, key: str, text: str) -> None:
        await self._run(_SET, scope, key, text, _now())

    async def delete(self, scope: str, key: str) -> None:
        await self._run(_DELETE, scope, key)

    async def _run(self, text: str, *values: str) -> Sequence[Any]:
        if not self._is_created:
            await settled(self._query(_CREATE, ()))
            self._is_created = True
        rows: Sequence[Any] = await settled(self._query(text, values))
        return rows


class RedisClient(Protocol):
    """What the store needs of Redis: a client of ``redis.asyncio`` or ``redis``, or anything else with these three."""

    def get(self, name: str) -> Any: ...

    def set(self, name: str, value: str) -> Any: ...

    def delete(self, name: str) -> Any: ...


class StoreInRedis:
    """Keeps values in Redis below ``parley:store:``, which all processes of an agent may share. They have no expiry."""

    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def get(self, scope: str, key: str) -> str | None:
        found = await settled(self._client.get(_name_of(scope, key)))
        return found.decode("utf-8") if isinstance(found, bytes) else found

    async def set(self, scope: str, key: str, text: str) -> None:
        await settled(self._client.set(_name_of(scope, key), text))

    async def delete(self, scope: str, key: str) -> None:
        await settled(self._client.delete(_name_of(scope, key)))


class Store:
    """Values that an agent keeps between deliveries, of one conversation or one person. A value is any JSON, at most 64 KiB of it; a key has
    1 to 128 characters.

    A key or a value that is not of its form raises TypeError or ValueError, before anything is kept.
    """

    def __init__(self, values: StateStore, agent_id: str, id: str) -> None:
        self._values = values
        self._scope = f"{agent_id}/{id}"

    async def get(self, key: str, default: Any = None) -> Any:
        """The value that was set last; ``default`` where there is none."""
        text = await settled(self._values.get(self._scope, _checked(key)))
        return default if text is None else json.loads(text)

    async def set(self, key: str, value: Any) -> None:
        """Keeps a value; returns once the back end has it."""
        await settled(self._values.set(self._scope, _checked(key), _to_json(key, value)))

    async def delete(self, key: str) -> None:
        """Forgets a value; no error where there is none."""
        await settled(self._values.delete(self._scope, _checked(key)))


class ConversationStore(Store):
    """What ``ctx.store`` is: the values of the conversation, and beside them those of the person."""

    def __init__(self, values: StateStore, agent_id: str, conversation_id: str, user_id: str) -> None:
        super().__init__(values, agent_id, conversation_id)
        #: The values of the person of this delivery, the same in each of their conversations with this agent.
        self.person = Store(values, agent_id, user_id)


def store_of(values: StateStore, agent_id: str, id: str) -> Store:
    """Raises ValueError where an id is neither that of a conversation nor that of a person."""
    if not re.fullmatch(r"(cnv|usr)_[0-9A-Z]{26}", id):
        raise ValueError(f"agent.store_of takes the id of a conversation (cnv_…) or of a person (usr_…), not {id!r}.")
    return Store(values, agent_id, id)


def _checked(key: str) -> str:
    if not isinstance(key, str):
        raise TypeError(f"A key of ctx.store is a text, not {type(key).__name__}.")
    if not 1 <= len(key) <= _LONGEST_KEY or "\0" in key:
        raise ValueError(f"A key of ctx.store has 1 to {_LONGEST_KEY} characters without NUL, not {len(key)}: {key[:40]!r}.")
    return key


def _to_json(key: str, value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        size = len(text.encode("utf-8"))
    except (RecursionError, TypeError, ValueError) as error:
        raise TypeError(f"The value of {key!r} cannot be written as JSON: {error}") from error
    if size > _MOST_BYTES:
        raise ValueError(
            f"The value of {key!r} has {size} bytes as JSON, and ctx.store keeps at most {_MOST_BYTES}."
            " Keep files and long lists elsewhere, and their ids here."
        )
    return text


def _name_of(scope: str, key: str) -> str:
    return f"parley:store:{scope}:{key}"


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
