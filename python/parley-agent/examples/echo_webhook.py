"""Says back what it hears, at a webhook: http://127.0.0.1:8080/hooks, or the port that PORT names."""

import os

from parley_agent import Agent, Context

agent = Agent.from_env()


@agent.on("message.created")
async def echo(ctx: Context) -> None:
    await ctx.reply(f"You said: {ctx.text}")


agent.run_webhook(port=int(os.environ.get("PORT", "8080")))
