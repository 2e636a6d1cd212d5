from parley_agent import Agent, Context, StoreInFile

agent = Agent.from_env(store=StoreInFile("store.json"))


@agent.hears("tea")
async def tea(ctx: Context) -> None:
    cups = await ctx.store.get("cups", 0) + 1
    await ctx.store.set("cups", cups)
    await ctx.reply(f"Cup {cups} of this conversation.")


@agent.on("message.created")
async def greet(ctx: Context) -> None:
    before = await ctx.store.person.get("before", "nothing yet")
    await ctx.store.person.set("before", ctx.text)
    await ctx.reply(f"Before, you wrote: {before}.")


agent.run()
