from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import AsyncIterator
from unittest import mock

from parley_agent import Agent, Context, NetworkError, RefusedError, StoppedError, StreamPiece, buttons, chart, form, intent, list_, text
from parley_agent.content import to_blocks

from .person import texts, until
from .proxy import Proxy
from .world import WorldTest


class Answers(WorldTest):
    async def test_a_message_is_answered_with_text_and_blocks(self) -> None:
        agent, room = await self.seat()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            await ctx.reply([text(f"You said: {ctx.text}"), buttons(["Tea", {"label": "Coffee, black", "payload": "coffee"}])])

        await agent.start_relay()
        message = await room.asks("hello")
        self.assertEqual(texts(message), "You said: hello")
        self.assertEqual(message["blocks"][1]["buttons"][1], {"label": "Coffee, black", "payload": "coffee"})

    async def test_a_long_text_is_one_message_of_several_blocks(self) -> None:
        agent, room = await self.seat()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            await ctx.reply("é" * 10_001)

        await agent.start_relay()
        self.assertEqual([len(block["text"]) for block in (await room.asks("go"))["blocks"]], [10_000, 1])

    async def test_handlers_are_tried_in_their_order_and_pass_on_by_next(self) -> None:
        agent, room = await self.seat()

        @agent.use
        async def note(ctx: Context, next) -> None:  # type: ignore[no-untyped-def]
            ctx.state["name"] = "Ada"
            await next()

        @agent.hears("help", "what")
        async def help(ctx: Context) -> None:
            await ctx.reply("Ask me about the weather.")

        @agent.hears(re.compile(r"^weather in (.+)$", re.I))
        async def weather(ctx: Context) -> None:
            await ctx.reply(f"Looking up {ctx.match[1]}" if ctx.match else "?")

        @agent.filter(lambda ctx: ctx.text == "who")
        async def who(ctx: Context) -> None:
            await ctx.reply(f"You are {ctx.state['name']}")

        @agent.on("message.created")
        async def other(ctx: Context) -> None:
            await ctx.reply("Pardon?")

        await agent.start_relay()
        answers = [texts(await room.asks(words)) for words in (" HELP ", "Weather in Rome", "who", "x")]
        self.assertEqual(answers, ["Ask me about the weather.", "Looking up Rome", "You are Ada", "Pardon?"])

    async def test_a_form_and_a_press_reach_their_handlers_with_their_values(self) -> None:
        agent, room = await self.seat()
        drinks = buttons(["Tea", "Coffee"])
        order = form("order", [{"name": "cups", "label": "Cups", "field_type": "number", "required": True}])

        @agent.on_press(drinks)
        async def pressed(ctx: Context, drink: str) -> None:
            await ctx.reply(f"{drink} it is.")

        @agent.on_form(order)
        async def ordered(ctx: Context, values: dict[str, int]) -> None:
            await ctx.reply(f"{values['cups']} cups.")

        @agent.on("message.created")
        async def ask(ctx: Context) -> None:
            await ctx.reply([drinks, order])

        await agent.start_relay()
        asked = await room.asks("order")
        self.assertEqual(texts(await room.asks("Coffee")), "Coffee it is.")
        self.assertEqual(texts(await room.submits({**asked, "seq": (await room.messages())[-1]["seq"]}, {"cups": 3})), "3 cups.")

    async def test_a_mistake_in_a_block_is_reported_before_it_is_sent(self) -> None:
        with self.assertRaises(RefusedError) as caught:
            to_blocks([list_("Sights", [])])
        error = caught.exception
        self.assertEqual((error.code, error.path, error.reason), ("block_invalid", "/blocks/0/items", "too_few"))
        self.assertEqual((error.status, error.retryable), (400, False))
        self.assertIn("Send at least 1 item.", str(error))

    async def test_a_refusal_of_the_platform_has_its_code_its_request_and_a_hint(self) -> None:
        agent, room = await self.seat()
        with self.assertRaises(RefusedError) as caught:
            await agent.client.send_proactive(room.conversation_id, "Hello?")
        error = caught.exception
        self.assertEqual((error.code, error.status, error.retryable), ("scope_not_granted", 403, True))
        self.assertRegex(error.request_id or "", r"\w{8,}")
        self.assertIn("manifest", error.hint or "")

    async def test_one_idempotency_key_is_one_reply(self) -> None:
        agent, room = await self.seat()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            first = await ctx.reply("Once", idempotency_key=f"{ctx.delivery_id} answer")
            again = await ctx.reply("Once", idempotency_key=f"{ctx.delivery_id} answer")
            await ctx.reply("same" if first == again else "different")

        await agent.start_relay()
        sent = await room.says("go")
        said = await until(lambda: self.words(room, sent["seq"], 2))
        self.assertEqual(said, ["Once", "same"])

    async def words(self, room, after: int, count: int) -> list[str] | None:  # type: ignore[no-untyped-def]
        items = [texts(one) for one in await room.messages(after=after) if one["author"]["type"] == "agent"]
        return items if len(items) >= count else None

    async def test_equal_replies_within_one_second_are_two_replies(self) -> None:
        agent, room = await self.seat()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            await asyncio.gather(ctx.reply("Same"), ctx.reply("Same"))

        await agent.start_relay()
        sent = await room.says("go")
        self.assertEqual(await until(lambda: self.words(room, sent["seq"], 2)), ["Same", "Same"])

    async def test_history_gives_what_was_said_where_it_is_granted(self) -> None:
        agent, room = await self.seat("history.read")

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            said = [entry["text"] for entry in await ctx.history(limit=2)]
            await ctx.reply(f"{said} {sorted(await ctx.granted())}")

        await agent.start_relay()
        await room.asks("one")
        self.assertTrue(texts(await room.asks("two")).endswith("'two'] ['history.read']"))

    async def test_a_long_history_is_read_over_as_many_pages_as_it_takes(self) -> None:
        agent, room = await self.seat("history.read")

        @agent.hears("all")
        async def answer(ctx: Context) -> None:
            with mock.patch("parley_agent._history._PAGE", 2):
                said = [entry["text"] for entry in await ctx.history(limit=5)]
            await ctx.reply(" ".join(said))

        await agent.start_relay()
        for number in range(6):
            await room.says(str(number))
        self.assertEqual(texts(await room.asks("all")), "2 3 4 5 all")

    async def test_an_asset_is_uploaded_and_shown(self) -> None:
        agent, room = await self.seat()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            asset = await ctx.client.upload_asset(b"notes", "text/plain", filename="Größe.txt")
            await ctx.reply({"type": "file", "asset_id": asset["asset_id"], "filename": "Größe.txt"})

        await agent.start_relay()
        self.assertEqual((await room.asks("report"))["blocks"][0]["filename"], "Größe.txt")

    async def test_a_task_moves_with_its_notes(self) -> None:
        agent, room = await self.seat()

        @agent.on("task.assigned")
        async def work(ctx: Context) -> None:
            await ctx.update_task("in_progress", note="On it.")
            await ctx.update_task("completed", content=f"Done: {ctx.text}")

        await agent.start_relay()
        task = await room.task_in(await room.gives_task("tidy up"), "completed")
        self.assertIn("On it.", [step["note"] for step in task["history"]])

    async def test_a_handler_that_raises_is_told_to_the_person_and_to_catch(self) -> None:
        agent, room = await self.seat()
        caught: list[str] = []

        @agent.catch
        async def report(error: Exception) -> None:
            caught.append(f"{type(error.__cause__).__name__}: {error.__cause__}")

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            raise LookupError("no such tea")

        await agent.start_relay()
        sent = await room.says("tea")

        async def told() -> str | None:
            items = [one for one in await room.messages(after=sent["seq"]) if one["author"]["type"] == "platform"]
            return str(items[0]["body"]) if items else None

        self.assertIn("could not answer", await until(told))
        self.assertEqual(caught, ["LookupError: no such tea"])


class Streams(WorldTest):
    async def test_a_streamed_answer_shows_drafts_and_ends_whole(self) -> None:
        agent, room = await self.seat()
        has_been_seen = asyncio.Event()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            async def told() -> AsyncIterator[StreamPiece]:
                yield intent("Telling a story")
                yield "Once "
                yield "upon "
                await has_been_seen.wait()
                yield "a time."
                yield list_("Sources", ["memory"])
                yield chart("bar", "day", [{"data_key": "cups"}], [{"day": "Mon", "cups": 3}])

            await ctx.stream(told())

        await agent.start_relay()
        sent = await room.says("story")
        draft = await room.partial()
        self.assertEqual(draft["blocks"][0]["type"], "intent")
        has_been_seen.set()
        message = await room.answer_to(sent)
        self.assertEqual([block["type"] for block in message["blocks"]], ["text", "list", "chart"])
        self.assertEqual(texts(message), "Once upon a time.")
        self.assertEqual(message["messageId"], draft["messageId"])

    async def test_a_source_that_gives_nothing_says_so(self) -> None:
        agent, room = await self.seat()
        reasons: list[str | None] = []

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            try:
                await ctx.stream([])
            except RefusedError as refused:
                reasons.append(refused.reason)
                await ctx.reply("Nothing.")

        await agent.start_relay()
        self.assertEqual(texts(await room.asks("story")), "Nothing.")
        self.assertEqual(reasons, ["empty_stream"])

    async def test_a_stop_ends_the_stream_and_is_no_failure(self) -> None:
        agent, room = await self.seat()
        ended: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            async def told() -> AsyncIterator[StreamPiece]:
                for number in range(10_000):
                    yield f"{number} "
                    await asyncio.sleep(0.05)

            try:
                await ctx.stream(told())
            finally:
                ended.set_result(ctx.stopped.reason)

        await agent.start_relay()
        sent = await room.says("count")
        await room.partial()
        await room.stops(sent)
        self.assertEqual(await asyncio.wait_for(ended, 10), "stopped")
        kept = await room.answer_to(sent)
        self.assertTrue(texts(kept).startswith("0 "))
        self.assertEqual([one for one in await room.messages(sent["seq"]) if one["author"]["type"] == "platform"], [])

    async def test_a_stop_is_heard_where_the_handler_sends_nothing(self) -> None:
        agent, room = await self.seat()
        reasons: asyncio.Queue[str] = asyncio.Queue()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            try:
                await ctx.unless_stopped(asyncio.sleep(600))
            except StoppedError as error:
                reasons.put_nowait(error.reason)
                raise

        await agent.start_relay()
        sent = await room.says("think")

        async def dispatched() -> bool:
            items = await room.messages()
            return any(one["messageId"] == sent["messageId"] and one["deliveries"][0]["status"] == "delivered" for one in items)

        await until(dispatched)
        await room.stops(sent)
        self.assertEqual(await asyncio.wait_for(reasons.get(), 10), "stopped")


class Overlap(WorldTest):
    async def test_messages_of_a_room_wait_for_their_turn(self) -> None:
        agent, room = await self.seat()
        order: list[str] = []

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            order.append(f"{ctx.text} begins")
            await asyncio.sleep(0.2)
            order.append(f"{ctx.text} ends")
            await ctx.reply("ok")

        await agent.start_relay()
        await room.says("one")
        await room.asks("two")
        await until(lambda: _when(len(order) == 4))
        self.assertEqual(order, ["one begins", "one ends", "two begins", "two ends"])

    async def test_the_latest_message_ends_the_one_before(self) -> None:
        agent, room = await self.seat(overlap="latest")
        begun = asyncio.Event()
        reasons: list[str | None] = []

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            if ctx.text == "second":
                await ctx.reply("Second.")
                return
            begun.set()
            reasons.append(await ctx.stopped.wait())
            with self.assertRaises(StoppedError):
                await ctx.reply("First.")

        await agent.start_relay()
        first = await room.says("first")
        await asyncio.wait_for(begun.wait(), 10)
        self.assertEqual(texts(await room.asks("second")), "Second.")
        self.assertEqual(reasons, ["superseded"])
        self.assertEqual([texts(one) for one in await room.messages(first["seq"]) if one["author"]["type"] == "agent"], ["Second."])

    async def test_a_handler_that_goes_on_keeps_no_newer_message_waiting_and_its_draft_is_closed(self) -> None:
        agent, room = await self.seat(overlap="latest")
        shown, deaf = asyncio.Event(), asyncio.Event()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            if ctx.text == "second":
                await ctx.reply("Second.")
                return
            await ctx.partial("First, as far as it")
            shown.set()
            await deaf.wait()

        await agent.start_relay()
        first = await room.says("first")
        await asyncio.wait_for(shown.wait(), 10)
        await room.says("second")

        async def both() -> bool:
            answers = [one for one in await room.messages(first["seq"]) if one["author"]["type"] == "agent"]
            return [(texts(one), one["partial"]) for one in answers] == [("First, as far as it", False), ("Second.", False)]

        await until(both)
        deaf.set()

    async def test_parallel_messages_do_not_wait(self) -> None:
        agent, room = await self.seat()
        second = asyncio.Event()

        @agent.on("message.created", overlap="parallel")
        async def answer(ctx: Context) -> None:
            if ctx.text == "one":
                await second.wait()
            second.set()
            await ctx.reply(f"{ctx.text} done")

        await agent.start_relay()
        first = await room.says("one")
        await room.says("two")
        await asyncio.wait_for(second.wait(), 10)
        self.assertEqual(texts(await room.answer_to(first))[4:], "done")

    async def test_a_cancelled_task_and_a_timeout_set_stopped(self) -> None:
        agent, room = await self.seat()
        reasons: asyncio.Queue[str] = asyncio.Queue()

        @agent.on("task.assigned")
        async def work(ctx: Context) -> None:
            await ctx.update_task("in_progress")
            reasons.put_nowait(await ctx.stopped.wait())

        @agent.on("message.created", timeout=0.1)
        async def answer(ctx: Context) -> None:
            reasons.put_nowait(await ctx.stopped.wait())

        await agent.start_relay()
        task_id = await room.gives_task("dig")
        await room.task_in(task_id, "in_progress")
        await self.ada.call("POST", f"/v1/tasks/{task_id}/cancel")
        self.assertEqual(await asyncio.wait_for(reasons.get(), 10), "cancelled")
        await room.says("slow")
        self.assertEqual(await asyncio.wait_for(reasons.get(), 10), "timed_out")


async def _when(truth: bool) -> bool:
    return truth


class Connections(WorldTest):
    async def test_a_broken_stream_is_opened_again_and_nothing_is_lost(self) -> None:
        registered = await self.ada.register()
        room = await self.ada.room_with(registered)
        proxy = await Proxy.open(registered["base_url"])
        self.addAsyncCleanup(proxy.close)
        agent = self.make({**registered, "base_url": proxy.url})

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            await ctx.reply(f"You said: {ctx.text}")

        await agent.start_relay()
        self.assertEqual(texts(await room.asks("one")), "You said: one")
        proxy.cut()
        self.assertEqual(texts(await room.asks("two")), "You said: two")

    async def test_a_wrong_secret_is_refused_at_once(self) -> None:
        registered = await self.ada.register()
        agent = self.make({**registered, "secret": "A" * 43})
        with self.assertRaises(RefusedError) as caught:
            await agent.start_relay()
        self.assertEqual((caught.exception.code, caught.exception.status), ("unauthorized", 401))

    async def test_a_paused_agent_comes_back_by_itself(self) -> None:
        registered = await self.ada.register()
        room = await self.ada.room_with(registered)
        agent = self.make(registered)

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            await ctx.reply("Here.")

        await agent.start_relay()
        path = f"/v1/agents/{registered['agent_id']}"
        with self.assertLogs("parley_agent", "WARNING") as logged:
            await self.ada.call("POST", f"{path}/pause")
            await until(lambda: _when(any("refuses the agent" in line for line in logged.output)), 30)
        await self.ada.call("POST", f"{path}/resume")
        self.assertEqual(texts(await room.asks("there?")), "Here.")

    async def test_a_stop_lets_the_handlers_finish(self) -> None:
        agent, room = await self.seat()
        begun = asyncio.Event()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            begun.set()
            await asyncio.sleep(0.5)
            await ctx.reply(f"Finished, {ctx.stopped.reason}.")

        relay = await agent.start_relay()
        sent = await room.says("go")
        await asyncio.wait_for(begun.wait(), 10)
        await agent.stop()
        self.assertTrue(relay.is_closed)
        self.assertEqual(texts(await room.answer_to(sent)), "Finished, None.")

    async def test_an_agent_on_webhooks_that_opens_a_relay_is_told(self) -> None:
        registered = await self.ada.register(transport="webhook", webhook_url="http://127.0.0.1:9/hooks")
        agent = self.make(registered)
        with self.assertLogs("parley_agent", "WARNING") as logged:
            await agent.start_relay()
        self.assertIn("webhook", "".join(logged.output))

    async def test_a_platform_that_cannot_be_reached_is_a_network_error(self) -> None:
        registered = await self.ada.register()
        from parley_agent import Retry

        agent = self.make({**registered, "base_url": "http://127.0.0.1:9"}, retry=Retry(retries=1, base=0.01))
        with self.assertRaises(NetworkError) as caught:
            await agent.client.list_tools()
        self.assertEqual(caught.exception.attempts, 2)
        self.assertIn("PARLEY_BASE_URL", str(caught.exception))


class Logging(WorldTest):
    async def test_the_debug_log_names_each_step_and_holds_neither_texts_nor_secrets(self) -> None:
        registered = await self.ada.register()
        room = await self.ada.room_with(registered)
        agent = self.make(registered, debug=True)

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            await ctx.reply("a whispered answer")

        with self.assertLogs("parley_agent", "DEBUG") as logged:
            await agent.start_relay()
            await room.asks("a whispered question")
            await agent.stop()
        lines = "\n".join(logged.output)
        for said in ("The relay is open.", "A delivery is handled. event=message.created", "call=reply attempt=1 outcome=ok", "call=ack"):
            self.assertIn(said, lines)
        for kept in ("whispered", registered["secret"]):
            self.assertNotIn(kept, lines)


class Making(WorldTest):
    async def test_missing_variables_are_all_named(self) -> None:
        with self.assertRaisesRegex(ValueError, "PARLEY_AGENT_ID, PARLEY_CREDENTIAL_ID, PARLEY_AGENT_SECRET"):
            Agent.from_env({"PARLEY_BASE_URL": "http://127.0.0.1:4600"})

    async def test_what_is_not_of_its_form_is_refused_without_the_secret(self) -> None:
        registered = await self.ada.register()
        for change in ({"base_url": "parley"}, {"agent_id": "agt_1"}, {"secret": "not a secret!"}):
            with self.assertRaises(ValueError) as caught:
                Agent(**{**registered, **change})  # type: ignore[arg-type]
            self.assertNotIn("not a secret!", str(caught.exception))
        self.assertNotIn(registered["secret"], repr(Agent(**registered).__dict__))  # type: ignore[arg-type]

    async def test_an_event_that_there_is_not_is_refused(self) -> None:
        with suppress(AttributeError):
            agent = Agent(**(await self.ada.register()))  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "There is no event 'message'"):
            agent.on("message")  # type: ignore[arg-type]
