"""Does nothing without being told to: say “delete notes.txt”. Its manifest requests decision.request."""

import re

from parley_agent import Agent, Context, list_

agent = Agent.from_env()
files = ["notes.txt", "plans.txt"]


@agent.hears(re.compile(r"^delete (\S+)$"))
async def delete(ctx: Context) -> None:
    path = ctx.match[1] if ctx.match else ""
    decision = await ctx.decide(f"Delete {path}", details={"Folder": "Home"}, arguments={"path": path})
    if not decision.approved:
        await ctx.reply(f"{path} stays.")
        return
    # What the person saw, and nothing else.
    files.remove(decision.arguments["path"])
    await ctx.reply(list_("Your files", files or ["none"]))


agent.run()
