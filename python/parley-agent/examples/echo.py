from parley_agent import Agent, Context

agent = Agent.from_env()


@agent.on("message.created")
async def echo(ctx: Context) -> None:
    await ctx.reply(f"You said: {ctx.text}")


agent.run()
