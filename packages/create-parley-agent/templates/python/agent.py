from parley_agent import Agent, Context


def add_handlers(agent: Agent) -> Agent:
    """Adds the handlers, so that a test can bring an agent of its own."""

    @agent.hears("help")
    async def help(ctx: Context) -> None:
        await ctx.reply("Write me anything, and I say it back.")

    @agent.on("message.created")
    async def echo(ctx: Context) -> None:
        await ctx.reply(f"You said: {ctx.text}")

    return agent


if __name__ == "__main__":
    add_handlers(Agent.from_env()).run()
