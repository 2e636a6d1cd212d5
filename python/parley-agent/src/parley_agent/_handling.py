from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Callable, Literal

from ._lanes import Slot
from .client import CallWatch
from .errors import RefusedError, StopReason
from .stopping import Stopped

#: What happens to a delivery while another of its conversation is handled. ``queue``: it waits for its turn. ``latest``: as queue, but
#: a newer message ends the older ones. ``parallel``: it is handled at once, beside the others.
Overlap = Literal["queue", "latest", "parallel"]
Envelope = dict[str, Any]

#: How many ended handlers are still told that their work is no longer wanted.
_REMEMBERED_ENDS = 1000


@dataclass(frozen=True)
class HandlerOptions:
    """How the deliveries of a handler are run. ``timeout`` is in seconds."""

    overlap: Overlap | None = None
    timeout: float | None = None

    def over(self, usual: HandlerOptions) -> HandlerOptions:
        """These, with the usual ones where they say nothing."""
        timeout = usual.timeout if self.timeout is None else self.timeout
        return HandlerOptions(self.overlap or usual.overlap, timeout)


class Handling(CallWatch):
    """What is known of one delivery from its acceptance until its handlers are done."""

    def __init__(self, envelope: Envelope, options: HandlerOptions) -> None:
        self.envelope = envelope
        self.options = options
        self.stopped = Stopped()
        #: Its place among what runs at once, which it may give up while it waits for somebody.
        self.slot = Slot()
        self.is_running = False
        #: Whether it has shown a form, so that an answer belongs to it.
        self.has_sent_form = False
        #: The invocations that it began and that wait for the person's approval.
        self.pending_invocations: set[str] = set()
        #: Whether it was ended while it waited for a result that ``agent.on_result`` goes on with.
        self.goes_on = False
        #: What its open draft shows, so that it can be closed by somebody else than its handler; empty where none is open.
        self.draft: list[dict[str, Any]] = []
        #: How many streams show it; each closes it by itself.
        self.streams = 0
        #: What broke a streamed reply that no other reply has followed.
        self.broken_stream: Exception | None = None

    @property
    def is_unwanted(self) -> bool:
        """Whether its end is no failure: the person no longer wants what comes of it, or something else goes on with it."""
        return self.goes_on or self.stopped.reason in ("stopped", "cancelled", "superseded")

    def end(self, reason: StopReason) -> None:
        self.stopped.set(reason)

    def starting(self) -> None:
        """Lets nothing out that a newer message has replaced."""
        if self.stopped.reason == "superseded":
            self.stopped.check()

    def failed(self, error: Exception) -> None:
        """Hears of a stop from whatever call it is refused to."""
        if isinstance(error, RefusedError) and error.code == "reply_stopped":
            self.end("stopped")


class Handlings:
    """Every delivery that waits for its handlers or is with them, and those that ended lately: what a handler left running goes on after
    it, and looks whether it has stopped."""

    def __init__(self) -> None:
        self._open: dict[Handling, None] = {}
        self._ended: dict[Handling, None] = {}

    def add(self, envelope: Envelope, options: HandlerOptions) -> Handling:
        """Notes a delivery. That a task is cancelled is heard at once by whatever works on it, or will."""
        if envelope["event"] == "task.cancelled":
            self._end_all("cancelled", lambda one: one.envelope.get("task_id") == envelope.get("task_id"))
        handling = Handling(envelope, options)
        if _is_replaceable(handling):
            same = ("conversation_id", "event")
            self._end_all(
                "superseded",
                lambda one: _is_replaceable(one) and all(one.envelope[key] == envelope[key] for key in same),
            )
        self._open[handling] = None
        return handling

    def end(self, handling: Handling) -> None:
        self._open.pop(handling, None)
        self._ended[handling] = None
        if len(self._ended) > _REMEMBERED_ENDS:
            del self._ended[next(iter(self._ended))]

    def is_awaited(self, envelope: Envelope) -> bool:
        """Whether a delivery is for a handler that still runs, so that it must not wait for that handler to end."""
        event = envelope["event"]
        if event in ("task.cancelled", "tool.result"):
            return True
        if event == "form.submitted":
            return self._is_running(envelope, lambda one: one.has_sent_form)
        if event == "approval.resolved":
            invocation = (envelope.get("approval") or {}).get("invocation_id")
            return self._is_running(envelope, lambda one: invocation in one.pending_invocations)
        return False

    def stop(self) -> None:
        """Tells every handler that the agent has stopped."""
        self._end_all("agent_stopped", lambda one: True)

    def _end_all(self, reason: StopReason, is_meant: Callable[[Handling], bool]) -> None:
        for handling in [*self._open, *self._ended]:
            if is_meant(handling):
                handling.end(reason)

    def _is_running(self, envelope: Envelope, is_meant: Callable[[Handling], bool]) -> bool:
        conversation = envelope["conversation_id"]
        return any(
            one.is_running and one.envelope["conversation_id"] == conversation and is_meant(one) for one in self._open
        )


def _is_replaceable(handling: Handling) -> bool:
    """Only what a newer one of its kind makes pointless gives way to it: a form or a task is not answered by another."""
    is_passing = handling.envelope["event"] in ("message.created", "tick.scheduled")
    return handling.options.overlap == "latest" and is_passing


async def time_out(handling: Handling) -> None:
    """Ends a handling that takes longer than it may."""
    if handling.options.timeout is not None:
        await asyncio.sleep(handling.options.timeout)
        handling.end("timed_out")
