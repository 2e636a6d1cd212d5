"""Shows an answer while it is being made. Stop ends it."""

import asyncio
from typing import AsyncIterator

from parley_agent import Agent, Context

agent = Agent.from_env()


async def think(question: str) -> AsyncIterator[str]:
    """Stands for a model that answers word by word."""
    for word in f"You asked “{question}”. Let me think about it for a while.".split():
        await asyncio.sleep(0.1)
        yield f"{word} "


@agent.on("message.created", overlap="latest")
async def answer(ctx: Context) -> None:
    await ctx.stream(think(ctx.text))


agent.run()
