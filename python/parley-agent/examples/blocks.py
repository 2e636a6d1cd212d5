"""Says “blocks” in every way that needs no file."""

from datetime import datetime, timedelta, timezone

from parley_agent import Agent, Context, buttons, card, chart, event, list_, location, notification, progress, table, text

agent = Agent.from_env()


@agent.on("message.created")
async def show(ctx: Context) -> None:
    tomorrow = datetime.now(timezone.utc) + timedelta(days=1)
    await ctx.reply(
        [
            text("Some **markdown**."),
            card("Espresso", body="Short and strong.", price={"amount": 3, "unit": "coin"}, actions=["Tell me more"]),
            buttons(["Tea", {"label": "Coffee, black", "payload": "coffee"}]),
            list_("Shopping", ["milk", "sugar"]),
            table(["Drink", "Cups"], [["Tea", "3"], ["Coffee", "5"]]),
            chart("bar", "drink", [{"data_key": "cups"}], [{"drink": "Tea", "cups": 3}, {"drink": "Coffee", "cups": 5}]),
            progress("Boiling water", percent=80),
            location(48.2082, 16.3738, label="Vienna"),
            event("Tasting", tomorrow, ends_at=tomorrow + timedelta(hours=1)),
            notification("It is ready", "Your tea is on the table."),
        ]
    )


agent.run()
