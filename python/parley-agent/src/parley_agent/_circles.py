from __future__ import annotations

from typing import Any

from ._door import Retry
from .client import AgentClient
from .errors import RefusedError

_WORDS = "Agents kept asking each other, so I stopped."

Envelope = dict[str, Any]


def waiting_caller(envelope: Envelope) -> str | None:
    """The agent that waits for an answer to a delivery; None where none does."""
    call: dict[str, Any] = (envelope.get("agent_call") or {}) if envelope["event"] == "agent.call" else {}
    return None if call.get("in_answer_to") else call.get("from_agent_id")


def circular_call() -> RefusedError:
    """The platform would take such a call as the answer that the other agent waits for, and nobody would answer it."""
    return RefusedError(
        "agent_call_circle",
        409,
        "The called agent waits for your answer to its own call.",
        hint="Answer it with a reply that names it; it may call again.",
    )


def is_circle(error: Exception) -> bool:
    """Whether a call was refused because agents call each other in a circle."""
    return isinstance(error, RefusedError) and error.code in ("agent_call_circle", "agent_call_depth_exceeded")


async def say_circle(client: AgentClient, envelope: Envelope, retry: Retry) -> None:
    """Says so in the room, and to the agent that waits for an answer, which otherwise waits until its time is over."""
    await client.reply(envelope["delivery_id"], _WORDS, to_agent_id=waiting_caller(envelope), retry=retry)
