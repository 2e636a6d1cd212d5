from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Callable, Literal, Mapping

from ._turn import Turn
from .client import CallWatch
from .errors import RefusedError, StopReason
from .stopping import Stopped

#: What happens to a delivery while another of its conversation is handled. ``queue``: it waits for its turn. ``latest``: as queue, but
#: a newer message ends the older ones. ``parallel``: it is handled at once, beside the others. ``steer``: as queue, but the handler that
#: runs may take a newer message of the same person into its turn, with ``ctx.steers()``.
Overlap = Literal["queue", "latest", "parallel", "steer"]
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

    def __init__(self, envelope: Envelope, options: HandlerOptions, trace: Mapping[str, str] | None = None) -> None:
        self.envelope = envelope
        self.options = options
        self.trace = trace or {}
        #: Its own turn, or that of the handler which has taken it.
        self.turn = Turn(self, options.overlap == "steer")
        #: Whether it waits no longer: its handlers run, or a running handler has taken it.
        self.is_running = False
        #: Whether it has shown a form, so that an answer belongs to it.
        self.has_sent_form = False
        #: The invocations that it began and that wait for the person's approval.
        self.pending_invocations: set[str] = set()
        #: What its open draft shows, so that it can be closed by somebody else than its handler; empty where none is open.
        self.draft: list[dict[str, Any]] = []
        #: How many streams show it; each closes it by itself.
        self.streams = 0
        self.broken_stream: Exception | None = None

    @property
    def begins_turn(self) -> bool:
        """Whether its turn is its own."""
        return self.turn.members[0] is self

    @property
    def stopped(self) -> Stopped:
        return self.turn.stopped

    @property
    def is_held_back(self) -> bool:
        return self.turn.is_held_back(self)

    def join(self, turn: Turn) -> None:
        """Becomes a part of a running handler's turn, and ends with it."""
        self.turn = turn
        self.is_running = True
        turn.members.append(self)

    def end(self, reason: StopReason) -> None:
        self.turn.end(reason, self)

    def starting(self) -> None:
        """Lets nothing out that the platform would take though nobody wants it."""
        if self.is_held_back:
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

    def add(self, envelope: Envelope, options: HandlerOptions, trace: Mapping[str, str] | None = None) -> Handling:
        """Notes a delivery. That a task is cancelled is heard at once by whatever works on it, or will."""
        if envelope["event"] == "task.cancelled":
            self._end_all("cancelled", lambda one: one.envelope.get("task_id") == envelope.get("task_id"))
        handling = Handling(envelope, options, trace)
        if _is_replaceable(handling):
            same = ("conversation_id", "event")
            self._end_all(
                "superseded",
                lambda one: _is_replaceable(one) and all(one.envelope[key] == envelope[key] for key in same),
            )
        self._open[handling] = None
        if _is_steer(handling):
            for one in self._open:
                one.turn.wake()
        return handling

    def next_steer(self, taker: Handling) -> Handling | None:
        """The oldest message that waits for its turn and that a running handler may take into its own: of the same conversation, and of
        the same person, on whose behalf the turn acts."""
        meant = (taker.envelope["conversation_id"], taker.envelope["user"]["id"])
        for one in self._open:
            is_meant = (one.envelope["conversation_id"], one.envelope["user"]["id"]) == meant
            if is_meant and _is_steer(one) and not one.is_running and not one.stopped.is_set():
                return one
        return None

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
        for handling in [*self._open, *self._ended]:
            handling.turn.end("agent_stopped")

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


def _is_steer(handling: Handling) -> bool:
    return handling.options.overlap == "steer" and handling.envelope["event"] == "message.created"


async def time_out(handling: Handling) -> None:
    """Ends a handling that takes longer than it may."""
    if handling.options.timeout is not None:
        await asyncio.sleep(handling.options.timeout)
        handling.turn.end("timed_out")
