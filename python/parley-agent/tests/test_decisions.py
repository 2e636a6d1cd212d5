from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from parley_agent import Context, Decision, InvocationResult, KnownResult, ResultsInFile

from .person import texts, until
from .world import WorldTest


class Decisions(WorldTest):
    async def test_an_approved_decision_gives_back_what_the_person_saw(self) -> None:
        agent, room = await self.seat("decision.request")
        made: list[Decision] = []

        @agent.hears(re.compile("^delete (.+)$"))
        async def delete(ctx: Context) -> None:
            path = ctx.match[1] if ctx.match else ""
            decision = await ctx.decide(f"Delete {path}", details={"Folder": "Reports"}, arguments={"path": path})
            made.append(decision)
            await ctx.reply(f"Deleted {decision.arguments['path']}." if decision.approved else f"{path} stays.")

        await agent.start_relay()
        sent = await room.says("delete notes.txt")
        approval = await self.ada.decides("approved")
        self.assertIn("Delete notes.txt", approval["action"])
        self.assertEqual(texts(await room.answer_to(sent)), "Deleted notes.txt.")
        self.assertEqual((made[0].outcome, made[0].arguments), ("succeeded", {"path": "notes.txt"}))
        sent = await room.says("delete plans.txt")
        await self.ada.decides("denied")
        self.assertEqual(texts(await room.answer_to(sent)), "plans.txt stays.")
        self.assertEqual((made[1].approved, made[1].arguments, made[1].outcome), (False, None, "denied"))

    async def test_a_tool_is_invoked_by_its_own_name_and_by_the_one_of_a_model(self) -> None:
        agent, room = await self.seat("clock.read")
        results: list[InvocationResult] = []

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            tools = await ctx.tools()
            self.assertEqual([(set(tool), tool.standing) for tool in tools], [({"name", "description", "input_schema"}, False)])
            names = [tool["name"] for tool in tools]
            functions = await ctx.tools(as_="openai")
            results.append(await ctx.invoke("clock.now"))
            results.append(await ctx.invoke(functions[0]["function"]["name"]))
            await ctx.reply(" ".join(names))

        await agent.start_relay()
        self.assertEqual(texts(await room.asks("time?")), "clock_now")
        self.assertTrue(all(result.succeeded and result.tool == "clock.now" for result in results))
        self.assertIn("now", results[1].content)

    async def test_a_waiting_handler_leaves_its_place_to_other_conversations(self) -> None:
        agent, room = await self.seat("decision.request", concurrency=1)

        @agent.hears("ask")
        async def ask(ctx: Context) -> None:
            decision = await ctx.decide("Go on")
            await ctx.reply(str(decision.approved))

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            await ctx.reply("Here.")

        await agent.start_relay()
        sent = await room.says("ask")

        async def is_asked() -> bool:
            return bool((await self.ada.call("GET", "/v1/approvals?state=pending"))["items"])

        await until(is_asked)
        opened = await self.ada.call("POST", "/v1/conversations", {"agentIds": [_agent_of(sent)]})
        other = type(room)(self.ada, opened["item"]["conversationId"])
        self.assertEqual(texts(await other.asks("hello")), "Here.")
        await self.ada.decides("approved")
        self.assertEqual(texts(await room.answer_to(sent)), "True")

    async def test_a_result_goes_on_in_the_next_process_with_the_data_that_was_left(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.json"
            registered = await self.ada.register(requested_scopes=[{"scope": "decision.request", "reason": "A test."}])
            room = await self.ada.room_with(registered, ("decision.request",))
            before = self.make(registered, results=ResultsInFile(path))

            @before.on("message.created")
            async def ask(ctx: Context) -> None:
                await ctx.decide("Delete it", arguments={"path": "a"}, kind="delete", data={"tries": 1})

            await before.start_relay()
            sent = await room.says("delete")

            async def is_asked() -> bool:
                return path.exists() and "delete" in path.read_text("utf-8")

            await until(is_asked)
            await before.stop(grace=0.1)
            # It goes on, so nobody is told that it could not answer.
            self.assertEqual([one["author"]["type"] for one in await room.messages(sent["seq"])], ["platform"])
            after = self.make(registered, results=ResultsInFile(path))

            @after.on_result("delete")
            async def decided(ctx: Context, result: KnownResult) -> None:
                await ctx.reply(f"{result.approved} {result.arguments} {result.data}")

            await after.start_relay()
            await self.ada.decides("approved")
            self.assertEqual(texts(await room.answer_to(sent)), "True {'path': 'a'} {'tries': 1}")
            await until(lambda: _is_empty(path))

    async def test_a_proactive_message_arrives_where_it_is_granted(self) -> None:
        agent, room = await self.seat("proactive.message")

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            await ctx.send_proactive("It is time.")

        await agent.start_relay()
        self.assertEqual(texts(await room.asks("remind me")), "It is time.")


def _agent_of(sent: dict[str, list[dict[str, str]]]) -> str:
    return sent["deliveries"][0]["agentId"]


async def _is_empty(path: Path) -> bool:
    await asyncio.sleep(0)
    return path.read_text("utf-8") == "[]"
