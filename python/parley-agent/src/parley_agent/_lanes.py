from __future__ import annotations

import asyncio
from collections import deque
from typing import Awaitable, Callable, TypeVar

Result = TypeVar("Result")


class Slot:
    """The place of one piece of work among those that run at once."""

    def __init__(self, change: Callable[[int], None] | None = None) -> None:
        self._change = change or (lambda by: None)
        self._waits = 0
        self._has_ended = False

    async def lend_while(self, work: Awaitable[Result]) -> Result:
        """Leaves the place to others while something is waited for. Its lane stays taken."""
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


Work = Callable[[Slot], Awaitable[None]]


class Lanes:
    """Runs work in lanes: the work of one lane one after another in the order in which it came, different lanes side by side, never more
    than ``concurrency`` at once, but for work that passes the others. Work must not raise."""

    def __init__(self, concurrency: int) -> None:
        if concurrency < 1:
            raise ValueError("concurrency is a whole number above 0.")
        self._concurrency = concurrency
        self._queues: dict[str, deque[Work]] = {}
        # Lanes with work and none of it running, in the order in which they became so.
        self._ready: deque[str] = deque()
        self._running = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        #: How much work waits or runs.
        self.size = 0

    def add(self, lane: str, work: Work, passes: bool = False) -> None:
        """With ``passes`` the work waits for nothing where its lane is busy: it runs beside the others at once."""
        self.size += 1
        self._idle.clear()
        if lane in self._queues and passes:
            self._start(self._run_beside(work))
        elif lane in self._queues:
            self._queues[lane].append(work)
        else:
            self._queues[lane] = deque([work])
            self._ready.append(lane)
            self._fill()

    async def idle(self) -> None:
        """Returns once nothing waits or runs."""
        await self._idle.wait()

    def _fill(self) -> None:
        while self._running < self._concurrency and self._ready:
            self._running += 1
            self._start(self._run_next(self._ready.popleft()))

    async def _run_next(self, lane: str) -> None:
        queue = self._queues[lane]
        slot = Slot(self._change)
        try:
            await queue.popleft()(slot)
        finally:
            if queue:
                self._ready.append(lane)
            else:
                del self._queues[lane]
            slot.end()
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
        if self.size == 0:
            self._idle.set()

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        # A loop keeps no task alive by itself.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
