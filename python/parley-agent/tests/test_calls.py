from __future__ import annotations

import asyncio
import unittest
from typing import Awaitable, Callable

from parley_agent import Agent, Context, RefusedError, SendableBlock
from parley_agent._lanes import Lanes, Slot

from .person import Room, texts, until
from .world import WorldTest


class Calls(WorldTest):
    async def pair(self, answer: str | None) -> tuple[Agent, Room, str]:
        """An agent that has not started, its room, and the id of a helper that answers its caller with these words, or says nothing."""
        registered = await self.ada.register()
        helper = self.make(registered)
        await self.ada.room_with(registered)

        @helper.on("agent.call")
        async def reply(ctx: Context) -> None:
            if answer is not None:
                await ctx.reply(answer, to_agent_id=ctx.envelope["agent_call"]["from_agent_id"])

        await helper.start_relay()
        agent, room = await self.seat("schedule.write")
        return agent, room, registered["agent_id"]

    async def test_a_call_gives_the_blocks_of_the_answer_within_the_turn(self) -> None:
        agent, room, helper = await self.pair("In May.")
        answers: list[str] = []

        @agent.on("message.created")
        async def ask(ctx: Context) -> None:
            blocks = await ctx.call(helper, "When do I sow?", timeout=20)
            answers.append(_said(blocks))
            await ctx.schedule("Sow.", cron="0 9 1 5 *")
            plans = (await ctx.client.list_schedules())["items"]
            await ctx.client.end_schedule(plans[0]["schedule_id"])
            answers.append(plans[0]["text"])

        await agent.start_relay()
        self.assertEqual(texts(await room.asks("beans?")), "When do I sow?")
        await until(lambda: _there(len(answers) == 2))
        self.assertEqual(answers, ["In May.", "Sow."])

    async def test_a_refused_call_raises_its_code_and_a_silent_agent_a_timeout(self) -> None:
        agent, room, helper = await self.pair(None)
        caught: list[str] = []

        @agent.on("message.created")
        async def ask(ctx: Context) -> None:
            try:
                await ctx.call(ctx.agent_id, "Me?")
            except RefusedError as error:
                caught.append(error.code)
            try:
                await ctx.call(helper, "Anyone?", timeout=0.3)
            except TimeoutError:
                caught.append("timeout")
            await ctx.reply("Done.")

        await agent.start_relay()
        await room.says("beans?")
        await until(lambda: _there(len(caught) == 2))
        self.assertEqual(caught, ["agent_call_self_target", "timeout"])


_STOPPED = "Agents kept asking each other, so I stopped."
Handlers = Callable[[Agent, str], None]


class Circles(WorldTest):
    async def circle(self, size: int, add: Handlers) -> list[Room]:
        """Agents in a circle, each with a room; the handlers of each get the id of the next. Gives the rooms."""
        registered = [await self.ada.register() for _ in range(size)]
        rooms = []
        for index, one in enumerate(registered):
            agent = self.make(one)
            agent.catch(lambda error: None)
            add(agent, registered[(index + 1) % size]["agent_id"])
            await agent.start_relay()
            rooms.append(await self.ada.room_with(one))
        return rooms

    async def says_that_it_stopped(self, room: Room, times: int = 1) -> None:
        async def said() -> bool:
            return [texts(one) for one in await room.messages()].count(_STOPPED) == times

        await until(said)
        lines = [one.get("body") or "" for one in await room.messages()]
        self.assertFalse([line for line in lines if "could not answer" in line])

    async def test_agents_that_call_each_other_in_a_circle_end_at_the_depth_and_the_person_reads_why(self) -> None:
        depths: list[int] = []
        rooms = await self.circle(3, lambda agent, following: _asks(agent, following, depths))
        await rooms[0].says("Sow?")
        # The answers of hops 6 and 3 are in this room too, and then the answer to Ada.
        await self.says_that_it_stopped(rooms[0], times=3)
        self.assertEqual(depths, [1, 2, 3, 4, 5, 6, 7, 8])

    async def test_an_agent_that_calls_back_the_one_that_waits_for_it_ends_both_and_the_person_reads_why(self) -> None:
        depths: list[int] = []
        rooms = await self.circle(2, lambda agent, following: _asks(agent, following, depths))
        await rooms[0].says("Sow?")
        await self.says_that_it_stopped(rooms[0])
        self.assertEqual(depths, [1])

    async def test_two_agents_that_ask_each_other_at_the_same_time_both_get_their_answers(self) -> None:
        asking: list[str] = []

        def add(agent: Agent, other: str) -> None:
            @agent.on("agent.call")
            async def answer(ctx: Context) -> None:
                await ctx.reply(f"{ctx.agent_id} says May.", to_agent_id=ctx.envelope["agent_call"]["from_agent_id"])

            @agent.on("message.created")
            async def ask(ctx: Context) -> None:
                asking.append(ctx.agent_id)
                await until(lambda: _there(len(asking) == 2))
                blocks = await ctx.call(other, "When?", timeout=20)
                await ctx.reply(f"Heard: {_said(blocks)}")

        rooms = await self.circle(2, add)
        for room in rooms:
            await room.says("Sow?")

        async def heard() -> bool:
            said = [[texts(one) for one in await room.messages()] for room in rooms]
            return all(any(text.startswith("Heard:") for text in lines) for lines in said)

        await until(heard)


class Order(unittest.IsolatedAsyncioTestCase):
    async def test_a_call_begins_in_a_busy_lane_once_all_that_runs_there_waits_in_a_call(self) -> None:
        lanes, log = Lanes(1), list[str]()
        tell = {name: asyncio.Event() for name in ("worked", "first", "call", "other call", "second")}

        def work(name: str) -> Callable[[Slot], Awaitable[None]]:
            async def run(slot: Slot) -> None:
                log.append(name)
                if name == "first":
                    await tell["worked"].wait()
                await slot.open_while(tell[name].wait())

            return run

        async def after(name: str) -> list[str]:
            tell[name].set()
            await asyncio.sleep(0.01)
            return log

        lanes.add("lane", work("first"))
        lanes.add("lane", work("second"))
        lanes.add("lane", work("call"), is_call=True)
        await asyncio.sleep(0.01)
        self.assertEqual(log, ["first"])
        self.assertEqual(await after("worked"), ["first", "call"])
        lanes.add("lane", work("other call"), is_call=True)
        await asyncio.sleep(0.01)
        self.assertEqual(await after("first"), ["first", "call", "other call"])
        self.assertEqual(await after("call"), ["first", "call", "other call"])
        self.assertEqual(await after("other call"), ["first", "call", "other call", "second"])
        tell["second"].set()
        await lanes.idle()
        self.assertEqual(lanes.size, 0)


def _asks(agent: Agent, following: str, depths: list[int]) -> None:
    """Asks the next agent whatever comes, and passes its answer on."""

    @agent.on("agent.call")
    async def pass_on(ctx: Context) -> None:
        call = ctx.envelope["agent_call"]
        depths.append(call["depth"])
        answer = await ctx.call(following, "And you?")
        await ctx.reply(answer, to_agent_id=call["from_agent_id"])

    @agent.on("message.created")
    async def ask(ctx: Context) -> None:
        answer = await ctx.call(following, "When do I sow?")
        await ctx.reply(answer)


def _said(blocks: list[SendableBlock]) -> str:
    return "".join(block["text"] for block in blocks if block["type"] == "text")


async def _there(is_so: bool) -> bool:
    return is_so
