from __future__ import annotations

import asyncio
import json
from typing import Any, Iterable

from parley_agent import Context, RefusedError, SeenInMemory
from parley_agent.blocks import form, text

from .person import Json, Room, texts, until
from .world import WorldTest


class Finished(SeenInMemory):
    """Keeps what was accepted, and how each delivery was finished."""

    def __init__(self, left: Iterable[bytes] = ()) -> None:
        super().__init__()
        self.left = list(left)
        self.bodies: list[bytes] = []
        self.outcomes: list[tuple[str, str]] = []

    def accept(self, delivery_id: str, body: bytes) -> bool:
        self.bodies.append(body)
        return super().accept(delivery_id, body)

    def finish(self, delivery_id: str, outcome: Any) -> None:
        self.outcomes.append((delivery_id, outcome))
        super().finish(delivery_id, outcome)

    def unfinished(self) -> Iterable[bytes]:
        return self.left


class Steers(WorldTest):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.log: list[str] = []

    async def has_logged(self, *lines: str) -> None:
        async def same() -> bool:
            return self.log == list(lines)

        try:
            await until(same, 10)
        except AssertionError:
            self.assertEqual(self.log, list(lines))

    async def until_go(self, ctx: Context) -> None:
        """Takes every message that comes until one says go."""
        self.log.append(f"begins {ctx.text}")
        async for more in ctx.steers():
            self.log.append(f"takes {more.text}")
            if more.text == "go":
                break
        self.log.append(f"ends {ctx.text}")

    async def test_newer_messages_reach_the_handler_that_runs_and_are_finished_after_its_turn(self) -> None:
        seen = Finished()
        agent, room = await self.seat(overlap="steer", seen=seen)
        agent.on("message.created")(self.until_go)
        await agent.start_relay()
        said = [await room.says(words) for words in ("one", "two", "go")]
        await self.has_logged("begins one", "takes two", "takes go", "ends one")
        ids = [await room.delivery_of(message) for message in said]
        await until(lambda: _when(len(seen.outcomes) == 3))
        self.assertEqual(seen.outcomes, [(each, "handled") for each in ids])

    async def test_what_is_not_taken_is_handled_afterwards_in_order(self) -> None:
        agent, room = await self.seat(overlap="steer")
        held = asyncio.Event()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            self.log.append(f"begins {ctx.text}")
            if ctx.text == "one":
                async for more in ctx.steers():
                    self.log.append(f"takes {more.text}")
                    break
                await held.wait()

        await agent.start_relay()
        for words in ("one", "two", "three", "four"):
            await room.says(words)
        await self.has_logged("begins one", "takes two")
        held.set()
        await self.has_logged("begins one", "takes two", "begins three", "begins four")

    async def test_what_a_crash_left_unfinished_is_taken_or_handled_at_the_next_start(self) -> None:
        registered = await self.ada.register()
        room = await self.ada.room_with(registered)
        first = Finished()
        before = self.make(registered, seen=first)
        await before.start_relay()
        for words in ("one", "two", "go"):
            await room.says(words)
        await until(lambda: _when(len(first.bodies) == 3))
        await before.stop()
        after = self.make(registered, overlap="steer", seen=Finished(first.bodies))
        after.on("message.created")(self.until_go)
        await after.start_relay()
        await self.has_logged("begins one", "takes two", "takes go", "ends one")

    async def test_answers_go_to_the_message_whose_context_sends_them_and_state_is_shared(self) -> None:
        agent, room = await self.seat(overlap="steer")

        @agent.use
        async def named(ctx: Context, next: Any) -> None:
            ctx.state["name"] = "Ada"
            await next()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            async for more in ctx.steers():
                await more.reply(f"Noted, {more.state['name']}.")
                break
            await ctx.reply("Done.")

        await agent.start_relay()
        one, two = await room.says("one"), await room.says("two")
        answers = await self.answers(room, 2)
        to = [(texts(each), each["replyToDeliveryId"]) for each in answers]
        ids = [await room.delivery_of(message) for message in (one, two)]
        self.assertEqual(to, [("Noted, Ada.", ids[1]), ("Done.", ids[0])])

    async def test_the_iteration_ends_with_what_it_waits_for_or_without_waiting(self) -> None:
        agent, room = await self.seat(overlap="steer")
        work: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            async for more in ctx.steers(until=work):
                self.log.append(f"takes {more.text}")
            self.log.append("done")
            async for more in ctx.steers(wait=False):
                self.log.append(f"takes {more.text}")
            self.log.append(f"ends {ctx.text}")

        await agent.start_relay()
        await room.says("one")
        await room.says("two")
        await self.has_logged("takes two")
        work.set_result(None)
        await self.has_logged("takes two", "done", "ends one")

    async def test_a_loop_that_was_left_running_ends_with_its_handler(self) -> None:
        agent, room = await self.seat(overlap="steer")
        loops: list[asyncio.Future[None]] = []

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            async def listen() -> None:
                async for more in ctx.steers():
                    self.log.append(f"takes {more.text}")
                self.log.append(f"loop of {ctx.text} ends")

            loops.append(asyncio.ensure_future(listen()))
            await asyncio.sleep(0)

        await agent.start_relay()
        await room.says("one")
        await self.has_logged("loop of one ends")
        await room.says("two")
        await self.has_logged("loop of one ends", "loop of two ends")

    async def test_a_timeout_and_the_end_of_the_agent_end_the_iteration(self) -> None:
        agent, room = await self.seat(overlap="steer")

        @agent.hears("slow", timeout=0.2)
        async def slow(ctx: Context) -> None:
            async for _ in ctx.steers():
                pass
            self.log.append(str(ctx.stopped.reason))

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            self.log.append("waits")
            async for more in ctx.steers():
                self.log.append(f"takes {more.text}")
            self.log.append(str(ctx.stopped.reason))

        await agent.start_relay()
        await room.says("slow")
        await self.has_logged("timed_out")
        await room.says("one")
        await self.has_logged("timed_out", "waits")
        await agent.stop(0.1)
        await self.has_logged("timed_out", "waits", "agent_stopped")

    async def test_a_handler_that_fails_counts_as_failed_for_what_it_took(self) -> None:
        seen = Finished()
        agent, room = await self.seat(overlap="steer", seen=seen)
        agent.catch(lambda error: self.log.append(f"failed {error.ctx.text}"))

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            async for _ in ctx.steers():
                raise LookupError("no luck")

        await agent.start_relay()
        one, two = await room.says("one"), await room.says("two")
        await until(lambda: _when(len(seen.outcomes) == 2))
        self.assertEqual([outcome for _, outcome in seen.outcomes], ["failed", "failed"])
        self.assertEqual(self.log, ["failed one"])
        told = {each["messageId"]: each["failed"] for each in await room.messages() if each["author"]["type"] == "user"}
        self.assertEqual(told, {one["messageId"]: True, two["messageId"]: True})

    async def test_what_a_handler_that_fails_did_not_take_is_handled_afterwards(self) -> None:
        agent, room = await self.seat(overlap="steer")
        agent.catch(lambda error: self.log.append(f"failed {error.ctx.text}"))
        go = asyncio.Event()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            self.log.append(f"begins {ctx.text}")
            if ctx.text == "one":
                await go.wait()
                async for more in ctx.steers():
                    raise LookupError(more.text)

        await agent.start_relay()
        for words in ("one", "two", "three"):
            await room.says(words)
        await self.has_logged("begins one")
        await until(lambda: _when(agent._inbox._lanes.size == 3))
        go.set()
        await self.has_logged("begins one", "failed one", "begins three")

    async def test_a_cancellation_in_a_handler_is_its_failure_and_holds_up_nothing(self) -> None:
        seen = Finished()
        agent, room = await self.seat(overlap="steer", seen=seen)
        agent.catch(lambda error: self.log.append(f"failed {error.ctx.text}: {type(error.__cause__).__name__}"))

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            if ctx.text == "three":
                self.log.append("begins three")
                return
            async for _ in ctx.steers():
                work = asyncio.ensure_future(asyncio.sleep(60))
                work.cancel()
                await work

        await agent.start_relay()
        for words in ("one", "two"):
            await room.says(words)
        await until(lambda: _when(len(seen.outcomes) == 2))
        self.assertEqual([outcome for _, outcome in seen.outcomes], ["failed", "failed"])
        await room.says("three")
        await self.has_logged("failed one: HandlerCancelled", "begins three")

    async def test_a_stop_of_a_taken_message_ends_the_turn_and_closes_its_draft(self) -> None:
        agent, room = await self.seat(overlap="steer")

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            await ctx.partial("Half of it.")
            async for more in ctx.steers():
                self.log.append(f"takes {more.text}")
            self.log.append(str(ctx.stopped.reason))
            await ctx.reply("All of it.")

        await agent.start_relay()
        await room.says("one")
        two = await room.says("two")
        await self.has_logged("takes two")
        await room.stops(two)
        await self.has_logged("takes two", "stopped")
        answers = await self.answers(room, 1)
        await agent.stop()
        self.assertEqual([texts(each) for each in answers], ["Half of it."])
        self.assertEqual([texts(each) for each in await self.answers(room, 1)], ["Half of it."])

    async def test_messages_of_another_person_are_not_taken_and_other_overlaps_are_told(self) -> None:
        registered = await self.ada.register(access="public")
        room = await self.ada.room_with(registered)
        bea = await type(self.ada).sign_up()
        self.addAsyncCleanup(bea.leave)
        me = (await bea.call("GET", "/v1/session"))["item"]
        await self.ada.call("POST", f"/v1/conversations/{room.conversation_id}/members", {"userId": me["userId"]})
        agent = self.make(registered, overlap="steer")
        agent.hears("queued", overlap="queue")(self.is_told)
        agent.on("message.created")(self.until_go)
        await agent.start_relay()
        await room.says("one")
        await self.has_logged("begins one")
        await Room(bea, room.conversation_id).says("I am Bea")
        await room.says("go")
        await self.has_logged("begins one", "takes go", "ends one", "begins I am Bea")
        await Room(bea, room.conversation_id).says("go")
        await room.says("queued")
        await self.has_logged("begins one", "takes go", "ends one", "begins I am Bea", "takes go", "ends I am Bea", "told")

    async def is_told(self, ctx: Context) -> None:
        with self.assertRaisesRegex(TypeError, "overlap='steer'"):
            ctx.steers()
        self.log.append("told")

    async def answers(self, room: Room, count: int) -> list[Json]:
        async def found() -> list[Json] | None:
            items = [one for one in await room.messages() if one["author"]["type"] == "agent" and not one["partial"]]
            return items if len(items) == count else None

        return await until(found)


class Edits(WorldTest):
    async def test_what_was_sent_can_be_edited_until_somebody_acts_on_it(self) -> None:
        agent, room = await self.seat()
        codes: list[str] = []

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            asks = form("name", [{"name": "name", "label": "Name", "field_type": "text"}])
            sent = await ctx.reply(asks)
            self.assertEqual(json.loads(json.dumps(sent)), {"message_id": sent.message_id, "partial": False, "agent_call": None})
            edited = await sent.edit([text("Who are you?"), asks])
            streamed = await ctx.stream(["a st", "ream"])
            await streamed.edit("an edited stream")
            await room.submits(await room.answer_to({"seq": 1}), {"name": "Ada"})
            try:
                await sent.edit("too late")
            except RefusedError as refused:
                codes.append(refused.code)
                await ctx.reply(f"revision {edited['revision']}")

        @agent.on("form.submitted")
        async def thank(ctx: Context) -> None:
            await ctx.reply("Thank you.")

        await agent.start_relay()
        await room.says("hello")

        async def last() -> bool:
            return any(texts(one) == "revision 1" for one in await room.messages())

        await until(last)
        said = [texts(one) for one in await room.messages() if one["author"]["type"] == "agent"]
        self.assertEqual(said, ["Who are you?", "an edited stream", "Thank you.", "revision 1"])
        self.assertEqual(codes, ["message_locked"])

    async def test_a_message_can_be_edited_by_its_id_in_the_handler_of_a_later_delivery(self) -> None:
        agent, room = await self.seat()
        revisions: list[int] = []

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            kept = await ctx.store.get("status")
            if kept is None:
                await ctx.store.set("status", (await ctx.reply("0 of 3 are done.")).message_id)
            else:
                revisions.append((await ctx.edit(kept, "3 of 3 are done."))["revision"])

        await agent.start_relay()
        await room.asks("begin")
        await room.says("and now?")

        async def last() -> bool:
            return any(texts(one) == "3 of 3 are done." for one in await room.messages())

        await until(last)
        self.assertEqual(revisions, [1])


async def _when(truth: bool) -> bool:
    return truth
