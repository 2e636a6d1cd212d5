from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Awaitable, Callable, Protocol, TypeVar

from ._lanes import Slot
from .errors import StopReason
from .stopping import Stopped


class TurnMember(Protocol):
    """A delivery as its turn sees it."""

    envelope: dict[str, Any]
    #: What broke a streamed reply that no other reply has followed.
    broken_stream: Exception | None
    #: What its open draft shows; empty where none is open.
    draft: list[dict[str, Any]]
    #: How many streams show it; each closes it by itself.
    streams: int


class Joining(Protocol):
    """A message that a running handler may take."""

    def join(self, turn: Turn) -> None: ...


Steer = TypeVar("Steer", bound=Joining)


class Turn:
    """One run of handlers: for the delivery that began it, and for the messages that the handler took with ``ctx.steers``."""

    def __init__(self, first: TurnMember, takes_steers: bool) -> None:
        self.stopped = Stopped()
        #: Its place among what runs at once, which it may give up while it waits for somebody.
        self.slot = Slot()
        #: Whether it was ended while it waited for a result that ``agent.on_result`` goes on with.
        self.goes_on = False
        #: Whether its handler may take newer messages.
        self.takes_steers = takes_steers
        #: The delivery that began it, first.
        self.members: list[TurnMember] = [first]
        #: Whether its handlers succeeded, once they are done.
        self.outcome: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._ended_by: TurnMember | None = None
        self._has_ended = False
        self._changed = asyncio.Event()

    @property
    def is_over(self) -> bool:
        """Whether its handlers have ended or should end, so that it takes no further message."""
        return self._has_ended or self.stopped.is_set()

    @property
    def is_unwanted(self) -> bool:
        """Whether its end is no failure: the person no longer wants what comes of it, or something else goes on with it."""
        return self.goes_on or self.stopped.reason in ("stopped", "cancelled", "superseded")

    def is_held_back(self, member: TurnMember) -> bool:
        """Whether nothing more of a member is wanted and the platform does not know it, so that nothing of it may be sent: after a newer
        message, or after the end of another member."""
        by_another = self._ended_by is not None and self._ended_by is not member
        return self.stopped.reason == "superseded" or by_another

    def end(self, reason: StopReason, by: TurnMember | None = None) -> None:
        """Ends it because of one of its members, or of none where the time is over or the agent stops. The first reason stays."""
        if self.stopped.is_set():
            return
        self._ended_by = by
        self.stopped.set(reason)
        self.wake()

    def handlers_ended(self) -> None:
        """Its handlers have returned."""
        self._has_ended = True
        self.wake()

    def wake(self) -> None:
        """There may be another message to take, or the turn is over."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def woken(self) -> None:
        await self._changed.wait()


async def take_steers(
    turn: Turn, next_steer: Callable[[], Steer | None], until: asyncio.Future[Any] | None, wait: bool
) -> AsyncIterator[Steer]:
    """Takes newer messages into a turn, one at a time, and ends with the turn. ``next_steer`` finds the oldest that may be taken."""
    if until is not None:
        until.add_done_callback(lambda _: turn.wake())
    while not turn.is_over and not (until is not None and until.done()):
        steer = next_steer()
        if steer is not None:
            steer.join(turn)
            yield steer
        elif wait:
            await turn.woken()
        else:
            return


async def close_held_back(turn: Turn, close: Callable[[TurnMember], Awaitable[None]]) -> None:
    """Closes the drafts whose end the platform does not know of, once the turn has to end."""
    await turn.stopped.wait()
    for member in list(turn.members):
        if turn.is_held_back(member):
            await close(member)
