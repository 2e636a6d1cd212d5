from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator

from parley_agent import Context, RefusedError

from .person import texts, until
from .world import WorldTest


async def words() -> AsyncIterator[str]:
    for word in ("All ", "is ", "done."):
        yield word
        await asyncio.sleep(0.2)


class StreamSends(WorldTest):
    async def test_a_stream_ends_a_task_as_its_send_says_and_is_not_a_reply_too(self) -> None:
        agent, room = await self.seat()
        answers: list[Any] = []

        @agent.on("task.assigned")
        async def work(ctx: Context) -> None:
            await ctx.update_task("in_progress")
            answers.append(await ctx.stream(words(), send=lambda blocks: ctx.update_task("completed", content=blocks)))

        await agent.start_relay()
        task_id = await room.gives_task("tidy up")
        draft = await room.partial()
        self.assertTrue(texts(draft).startswith("All "))
        await room.task_in(task_id, "completed")
        await until(lambda: _there(bool(answers)))
        self.assertEqual((answers[0]["status"], answers[0]["applied"]), ("completed", True))
        said = [one for one in await room.messages() if one["author"]["type"] == "agent"]
        self.assertEqual([one["partial"] for one in said], [False] * len(said))
        self.assertEqual([texts(one) for one in said].count("All is done."), 1)

    async def test_a_stream_answers_the_agent_that_called(self) -> None:
        registered = await self.ada.register()
        helper = self.make(registered)
        await self.ada.room_with(registered)

        @helper.on("agent.call")
        async def answer(ctx: Context) -> None:
            caller = ctx.envelope["agent_call"]["from_agent_id"]
            sent = await ctx.stream(words(), send=lambda blocks: ctx.reply(blocks, to_agent_id=caller))
            self.assertTrue(sent.message_id)

        await helper.start_relay()
        agent, room = await self.seat()

        @agent.on("message.created")
        async def ask(ctx: Context) -> None:
            await ctx.reply(await ctx.call(registered["agent_id"], "Is it?", timeout=20))

        await agent.start_relay()
        await room.says("go")
        await until(lambda: self.is_said(room, "All is done."))

    async def is_said(self, room: Any, text: str) -> bool:
        return any(texts(one) == text for one in await room.messages())

    async def test_a_send_that_is_refused_breaks_the_stream_which_is_told_though_the_handler_caught_it(self) -> None:
        agent, room = await self.seat()
        codes: list[str] = []

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            try:
                await ctx.stream(["Half of it."], send=lambda blocks: ctx.reply([]))
            except RefusedError as refused:
                codes.append(refused.code)

        await agent.start_relay()
        await room.says("go")

        async def told() -> bool:
            return any("could not answer" in (one.get("body") or "") for one in await room.messages())

        await until(told)
        self.assertEqual(codes, ["malformed_request"])

    async def test_an_idempotency_key_belongs_to_what_send_calls(self) -> None:
        agent, room = await self.seat()
        said: list[str] = []

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            options: Any = {"send": ctx.reply, "idempotency_key": "one"}
            try:
                await ctx.stream(["Hi"], **options)
            except TypeError as error:
                said.append(str(error))
            await ctx.reply("Done.")

        await agent.start_relay()
        await room.asks("go")
        self.assertIn("give it to the call that send makes", said[0])


async def _there(is_so: bool) -> bool:
    return is_so
