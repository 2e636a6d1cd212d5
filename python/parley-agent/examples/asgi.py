"""A webhook in any ASGI server: uvicorn asgi:app."""

from parley_agent import Agent, Context

agent = Agent.from_env()
app = agent.asgi_app()


@agent.on("message.created")
async def echo(ctx: Context) -> None:
    await ctx.reply(f"You said: {ctx.text}")
