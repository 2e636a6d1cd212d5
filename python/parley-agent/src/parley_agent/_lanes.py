from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Awaitable, Callable, TypeVar

Result = TypeVar("Result")


class Share:
    """Counts for one while its work neither waits nor has ended. Whoever begins the work has counted it."""

    def __init__(self, change: Callable[[int], None]) -> None:
        self._change = change
        self._waits = 0
        self._has_ended = False

    async def lend_while(self, work: Awaitable[Result]) -> Result:
        self._waits += 1
        if self._waits == 1 and not self._has_ended:
            self._change(-1)
        try:
            return await work
        finally:
            self._waits -= 1
            if self._waits == 0 and not self._has_ended:
                self._change(1)

    def end(self) -> None:
        self._has_ended = True
        if self._waits == 0:
            self._change(-1)


class Slot:
    """The place of one piece of work among those that run at once, and its turn in its lane. What runs beside the others has neither."""

    def __init__(self, place: Share | None = None, turn: Share | None = None) -> None:
        self._place = place
        self._turn = turn

    async def lend_while(self, work: Awaitable[Result]) -> Result:
        """Leaves the place to others while something is waited for. Its lane stays taken."""
        return await (self._place.lend_while(work) if self._place else work)

    async def open_while(self, work: Awaitable[Result]) -> Result:
        """Does the same, and lets calls of its lane in meanwhile."""
        return await self.lend_while(self._turn.lend_while(work) if self._turn else work)

    def end_turn(self) -> None:
        if self._turn is not None:
            self._turn.end()

    def end_place(self) -> None:
        if self._place is not None:
            self._place.end()


Work = Callable[[Slot], Awaitable[None]]


@dataclass
class Lane:
    """The work of one conversation."""

    #: What waits, and whether it is a call.
    queue: deque[tuple[Work, bool]] = field(default_factory=deque)
    #: How much work runs, without what passes.
    running: int = 0
    #: How much of it does not wait in ``open_while``.
    busy: int = 0


class Lanes:
    """Runs work in lanes: the work of one lane one after another in the order in which it came, different lanes side by side, never more
    than ``concurrency`` at once, but for work that passes the others and for calls in a busy lane. Work must not raise."""

    def __init__(self, concurrency: int) -> None:
        if concurrency < 1:
            raise ValueError("concurrency is a whole number above 0.")
        self._concurrency = concurrency
        self._lanes: dict[str, Lane] = {}
        # Lanes with work and none of it running, in the order in which they became so.
        self._ready: deque[str] = deque()
        self._running = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        #: How much work waits or runs.
        self.size = 0

    def add(self, name: str, work: Work, passes: bool = False, is_call: bool = False) -> None:
        """With ``passes`` the work waits for nothing where its lane is busy: it runs beside the others at once. With ``is_call`` it may
        begin there, ahead of other work, once all that runs in its lane waits in ``open_while``."""
        self.size += 1
        self._idle.clear()
        lane = self._lanes.get(name)
        if lane is not None and passes:
            self._start(self._run_beside(work))
        elif lane is not None:
            lane.queue.append((work, is_call))
            self._let_call_in(name, lane)
        else:
            self._lanes[name] = Lane(deque([(work, is_call)]))
            self._ready.append(name)
            self._fill()

    async def idle(self) -> None:
        """Returns once nothing waits or runs."""
        await self._idle.wait()

    def _fill(self) -> None:
        while self._running < self._concurrency and self._ready:
            self._running += 1
            name = self._ready.popleft()
            lane = self._lanes[name]
            self._begin(name, lane, lane.queue.popleft()[0], Share(self._change))

    def _let_call_in(self, name: str, lane: Lane) -> None:
        """A call that waited for work which itself waits for calls would wait for ever."""
        if lane.running == 0 or lane.busy > 0:
            return
        index = next((index for index, (_, is_call) in enumerate(lane.queue) if is_call), None)
        if index is not None:
            work, _ = lane.queue[index]
            del lane.queue[index]
            self._begin(name, lane, work, None)

    def _begin(self, name: str, lane: Lane, work: Work, place: Share | None) -> None:
        lane.running += 1
        lane.busy += 1

        def change(by: int) -> None:
            lane.busy += by
            self._let_call_in(name, lane)

        self._start(self._run(name, lane, work, Slot(place, Share(change))))

    async def _run(self, name: str, lane: Lane, work: Work, slot: Slot) -> None:
        try:
            await work(slot)
        finally:
            lane.running -= 1
            slot.end_turn()
            if lane.running == 0 and lane.queue:
                self._ready.append(name)
            elif lane.running == 0:
                del self._lanes[name]
            slot.end_place()
            self._ended()

    async def _run_beside(self, work: Work) -> None:
        try:
            await work(Slot())
        finally:
            self._ended()

    def _change(self, by: int) -> None:
        self._running += by
        self._fill()

    def _ended(self) -> None:
        self.size -= 1
        self._fill()
        if self.size == 0:
            self._idle.set()

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        # A loop keeps no task alive by itself.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
