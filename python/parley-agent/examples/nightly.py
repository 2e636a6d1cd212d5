"""Sends one message that answers nothing, such as from cron, to the room that ROOM names. Its manifest requests proactive.message."""

import asyncio
import os

from parley_agent import Agent

agent = Agent.from_env()
asyncio.run(agent.client.send_proactive(os.environ["ROOM"], "The backup is done."))
