from __future__ import annotations

import json
import logging
from typing import Any, Callable

from ._door import Door
from ._log import log
from ._sse import FrameReader

_OVER_RELAY = (
    "This agent is registered for webhooks, so nothing comes over the relay stream. Serve agent.handle at its webhook_url, or set the "
    "manifest's transport to relay."
)
_OVER_WEBHOOK = (
    "This agent is registered for the relay, so nothing is posted to its webhook. Call agent.start_relay(), or set the manifest's "
    "transport to webhook."
)


def notice_of(ready: dict[str, Any]) -> str | None:
    """What to tell an agent that opened a relay although its deliveries go elsewhere; None where all is well."""
    notice: str | None = ready.get("notice")
    return notice or (_OVER_RELAY if ready.get("transport") == "webhook" else None)


async def check_webhook(door: Door, has_relay: Callable[[], bool]) -> None:
    """Warns an agent that serves a webhook and has no relay where the platform would deliver over the relay only. A platform that does
    not answer is no reason to say anything: the first reply will."""
    frames = FrameReader()
    try:
        async with door.open_stream("/hooks/v1/stream?only=ready") as chunks:
            async for chunk in chunks:
                for frame in frames.feed(chunk):
                    if frame.event != "ready":
                        continue
                    if json.loads(frame.data).get("transport") == "relay" and not has_relay():
                        log(logging.WARNING, _OVER_WEBHOOK)
                    return
    except Exception:
        return
