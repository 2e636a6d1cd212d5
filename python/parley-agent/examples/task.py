"""Works through a task, step by step, until it is cancelled."""

import asyncio

from parley_agent import Agent, Context

agent = Agent.from_env()


@agent.on("task.assigned", overlap="parallel")
async def work(ctx: Context) -> None:
    for step in ctx.text.splitlines():
        await ctx.update_task("in_progress", note=step)
        await ctx.unless_stopped(asyncio.sleep(0.1))
    await ctx.update_task("completed", content="All done.")


agent.run()
