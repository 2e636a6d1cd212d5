from __future__ import annotations

import asyncio

from ._door import Retry
from ._handling import Handling
from .client import AgentClient
from .errors import NetworkError, RefusedError, is_transient

#: So often that a stop is heard within 5 seconds, with the time of an answer.
_EVERY = 4.0
_ONCE = Retry(retries=0, timeout=4)


async def watch_stop(handling: Handling, client: AgentClient) -> None:
    """Asks every few seconds whether the person has stopped the answer to a message, for as long as its handler runs and sends nothing
    that would be refused. Tasks are cancelled and not stopped, so only messages are watched."""
    if handling.envelope["event"] != "message.created":
        return
    while not handling.stopped.is_set():
        await asyncio.sleep(_EVERY)
        try:
            state = await client.check_delivery(handling.envelope["delivery_id"], retry=_ONCE)
            if state["stopped"]:
                handling.end("stopped")
        except NetworkError:
            continue
        except RefusedError as refused:
            if not is_transient(refused.status):
                return
