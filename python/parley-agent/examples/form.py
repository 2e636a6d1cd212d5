"""Asks with a form, and answers what was filled in."""

from typing import Any

from parley_agent import Agent, Context, choices, form, text

agent = Agent.from_env()
order = form(
    "order",
    [
        {"name": "drink", "label": "Drink", "field_type": "select", "options": choices(["Tea", "Coffee"]), "required": True},
        {"name": "cups", "label": "Cups", "field_type": "number", "required": True},
    ],
    submit_label="Order",
)


@agent.on_form(order)
async def ordered(ctx: Context, values: dict[str, Any]) -> None:
    await ctx.reply(f"{values['cups']} × {values['drink']}, coming up.")


@agent.on("message.created")
async def ask(ctx: Context) -> None:
    await ctx.reply([text("What may it be?"), order])


agent.run()
