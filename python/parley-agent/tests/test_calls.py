from __future__ import annotations

from parley_agent import Agent, Context, RefusedError

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
            answers.append(blocks[0]["text"])
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


async def _there(is_so: bool) -> bool:
    return is_so
