from __future__ import annotations

import importlib
import json
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from parley_agent import Agent, Context, StateStore, StoreInFile, StoreInMemory, StoreInRedis, StoreInSql, StoreInSqlite

from .person import texts
from .world import WorldTest

ONE, TWO, ADA = f"cnv_{'0' * 25}1", f"cnv_{'0' * 25}2", f"usr_{'0' * 26}"


def agent_with(store: StateStore | None = None, agent: str = "0") -> Agent:
    return Agent("http://127.0.0.1:1", f"agt_{agent * 26}", f"cred_{'0' * 26}", "A" * 43, store=store)


class Values(unittest.IsolatedAsyncioTestCase):
    """Each back end keeps values as they were set."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    async def test_in_memory(self) -> None:
        store = StoreInMemory()
        await self.keeps(store, store)

    async def test_in_a_file(self) -> None:
        path = self.folder / "store.json"
        await self.keeps(StoreInFile(path), lambda: StoreInFile(path))
        self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        self.assertEqual([file.name for file in self.folder.iterdir()], ["store.json"])

    async def test_in_sqlite(self) -> None:
        path = self.folder / "store.db"
        first, second = StoreInSqlite(path), StoreInSqlite(path)
        self.addCleanup(first.close)
        self.addCleanup(second.close)
        await self.keeps(first, second)

    async def test_in_postgresql(self) -> None:
        asyncpg = self.module("asyncpg")
        try:
            pool = await asyncpg.create_pool(host="127.0.0.1", user="postgres", database="test", timeout=2)
        except OSError as error:
            self.skip(f"PostgreSQL ({error})")
        self.addAsyncCleanup(pool.close)
        store = StoreInSql(lambda text, values: pool.fetch(text, *values))
        await self.keeps(store, StoreInSql(lambda text, values: pool.fetch(text, *values)))
        await pool.execute("DELETE FROM parley_store WHERE scope LIKE 'agt_%'")

    async def test_in_redis(self) -> None:
        redis = self.module("redis")
        at_once, later = redis.Redis(), self.module("redis.asyncio").Redis(decode_responses=True)
        self.addCleanup(at_once.close)
        self.addAsyncCleanup(later.aclose)
        try:
            at_once.ping()
        except redis.ConnectionError as error:
            self.skip(f"Redis ({error})")
        await self.keeps(StoreInRedis(at_once), StoreInRedis(later))
        for name in at_once.keys("parley:store:agt_000*"):
            at_once.delete(name)

    async def keeps(self, store: StateStore, again: Any) -> None:
        here = agent_with(store).store_of(ONE)
        strange = {"text": "\0 ’ \" \\ 🍵", "list": [1, 2.5, None, True]}
        self.assertIsNone(await here.get("turns"))
        self.assertEqual(await here.get("turns", 0), 0)
        await here.set("turns", 1)
        await here.set("turns", 2)
        await here.set('ä "\n€', strange)
        await here.set("none", None)
        await agent_with(store).store_of(TWO).set("turns", 7)
        await agent_with(store).store_of(ADA).set("turns", 9)
        self.assertIsNone(await agent_with(store, "1").store_of(ONE).get("turns"))

        agent = agent_with(again() if callable(again) else again)
        here = agent.store_of(ONE)
        self.assertEqual(await here.get("turns"), 2)
        self.assertEqual(await here.get('ä "\n€'), strange)
        self.assertIsNone(await here.get("none", "missing"))
        self.assertEqual(await agent.store_of(TWO).get("turns"), 7)
        self.assertEqual(await agent.store_of(ADA).get("turns"), 9)
        await here.delete("turns")
        await here.delete("turns")
        self.assertIsNone(await here.get("turns"))

        largest = "€" * 21_844 + "xx"
        await here.set("k" * 128, largest)
        self.assertEqual(await here.get("k" * 128), largest)
        with self.assertRaisesRegex(ValueError, "has 65537 bytes as JSON, and ctx.store keeps at most 65536"):
            await here.set("k" * 128, largest + "x")
        self.assertEqual(await here.get("k" * 128), largest)

    def module(self, name: str) -> Any:
        try:
            return importlib.import_module(name)
        except ImportError as error:
            self.skip(str(error))

    def skip(self, why: str) -> None:
        print(f"Skipped: a test of the store, without {why}.", file=sys.stderr)
        self.skipTest(why)


class Bounds(unittest.IsolatedAsyncioTestCase):
    async def test_what_cannot_be_kept_says_why(self) -> None:
        kept = agent_with().store_of(ONE)
        for value in (object(), float("nan"), {1, 2}, "\ud800"):
            with self.assertRaisesRegex(TypeError, "The value of 'a' cannot be written as JSON: "):
                await kept.set("a", value)
        for key in ("", "k" * 129, "a\0b"):
            with self.assertRaisesRegex(ValueError, "1 to 128 characters without NUL"):
                await kept.get(key)
        with self.assertRaisesRegex(TypeError, "is a text, not int"):
            await kept.get(3)  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "cnv_….*usr_….*not 'msg_1'"):
            agent_with().store_of("msg_1")

    def test_memory_forgets_the_oldest_of_more_than_10_000(self) -> None:
        store = StoreInMemory()
        for index in range(10_001):
            store.set("agt_1/cnv_1", str(index), "1")
        self.assertIsNone(store.get("agt_1/cnv_1", "0"))
        self.assertEqual(store.get("agt_1/cnv_1", "1"), "1")

    def test_a_file_that_holds_something_else_is_refused_and_left(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "other.json"
            for text in ("not json", "[1]", '{"a": 1}'):
                path.write_text(text, "utf-8")
                with self.assertRaisesRegex(ValueError, "other.json holds no values of ctx.store"):
                    StoreInFile(path)
                self.assertEqual(path.read_text("utf-8"), text)


class Handlers(WorldTest):
    async def test_find_what_was_kept_after_a_restart(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "store.json"
            registered = await self.ada.register()
            room = await self.ada.room_with(registered)
            for turn in (1, 2):
                agent = self.make(registered, store=StoreInFile(path))

                @agent.on("message.created")
                async def count(ctx: Context) -> None:
                    turns = await ctx.store.get("turns", 0) + 1
                    await ctx.store.set("turns", turns)
                    await ctx.store.person.set("name", "Ada")
                    await ctx.reply(f"turn {turns}")

                await agent.start_relay()
                self.assertEqual(texts(await room.asks("hello")), f"turn {turn}")
                await agent.stop(1)
            values = json.loads(path.read_text("utf-8"))
            self.assertEqual(sorted(values.values(), key=str), [{"name": "Ada"}, {"turns": 2}])
