"""Lets a person choose and change before it books. Its manifest requests decision.request."""

from parley_agent import Agent, Context

agent = Agent.from_env()


@agent.hears("book a table")
async def book(ctx: Context) -> None:
    decision = await ctx.decide(
        "Book a table for Friday evening",
        arguments={"guests": 2},
        editable=["/guests"],
        options={"inside": "Inside", "garden": "In the garden"},
        expires_in_minutes=120,
    )
    if not decision.approved:
        await ctx.reply(f"No table. {decision.reason or ''}")
        return
    await ctx.reply(f"A table for {decision.arguments['guests']}: {decision.option}.")


agent.run()
