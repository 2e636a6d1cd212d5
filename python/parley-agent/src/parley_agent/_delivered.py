from __future__ import annotations

from typing import Any, cast

from ._tables import EventType
from .blocks import Block


class Delivered:
    """What a delivery says."""

    def __init__(self, envelope: dict[str, Any]) -> None:
        #: The delivery as the platform sent it.
        self.envelope = envelope

    @property
    def event(self) -> EventType:
        return cast(EventType, self.envelope["event"])

    @property
    def delivery_id(self) -> str:
        """Names this delivery; replies and task updates are authorized by it."""
        return str(self.envelope["delivery_id"])

    @property
    def conversation_id(self) -> str:
        return str(self.envelope["conversation_id"])

    @property
    def agent_id(self) -> str:
        """This agent."""
        return str(self.envelope["agent_id"])

    @property
    def user(self) -> dict[str, str]:
        """The person on whose behalf the delivery came: ``id``, ``locale`` (a language tag) and ``timezone`` (an IANA name)."""
        return cast("dict[str, str]", self.envelope["user"])

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The messages that came with the event, oldest first; empty for an event that carries none."""
        return self.envelope.get("messages") or []

    @property
    def text(self) -> str:
        """The text of the last message, or an empty string. A pressed button arrives here as its payload."""
        return str(self.messages[-1].get("text") or "") if self.messages else ""

    @property
    def blocks(self) -> list[Block]:
        """The blocks that came with the event: of a person's attachment, of a task, or of the agent that called."""
        if self.event == "agent.call":
            return cast("list[Block]", self.envelope["agent_call"]["blocks"])
        return [block for message in self.messages for block in message.get("blocks") or ()]
