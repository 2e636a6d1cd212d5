"""Asks three helpers at once and goes on with the first two answers. The helpers are agents of yours with which the person has a room;
HELPERS names their ids, with commas between them."""

import asyncio
import os
import sys

from parley_agent import Agent, Context, RefusedError, SendableBlock, text

agent = Agent.from_env()
helpers = os.environ["HELPERS"].split(",")


@agent.on("message.created")
async def ask(ctx: Context) -> None:
    answers = await first_answers(ctx, 2)
    if not answers:
        await ctx.reply("Nobody could help.")
        return
    said = [block for answer in answers for block in answer]
    await ctx.reply([text(f"{len(answers)} of {len(helpers)} answered:"), *said])


async def first_answers(ctx: Context, count: int) -> list[list[SendableBlock]]:
    """The first answers, at most ``count`` of them. A helper that refuses, or is silent for a minute, counts as no answer."""
    calls = [asyncio.ensure_future(ctx.call(helper, ctx.text, timeout=60)) for helper in helpers]
    answers: list[list[SendableBlock]] = []
    try:
        for call in asyncio.as_completed(calls):
            try:
                answers.append(await call)
            except (RefusedError, TimeoutError) as error:
                # Stop raises StoppedError, which ends the handler.
                print(f"A helper did not answer: {error}", file=sys.stderr)
            if len(answers) == count:
                break
    finally:
        for left in calls:
            left.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
    return answers


agent.run()
