from __future__ import annotations

import asyncio
from typing import Awaitable, TypeVar

from .errors import StoppedError, StopReason

Result = TypeVar("Result")


class Stopped:
    """Set once nobody waits any longer for what a handler makes: like an ``asyncio.Event``, with a ``reason``."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        #: ``stopped`` by the person, ``cancelled`` (the task), ``superseded`` by a newer message, ``timed_out`` or ``agent_stopped``.
        self.reason: StopReason | None = None

    def is_set(self) -> bool:
        return self._event.is_set()

    def __bool__(self) -> bool:
        return self.is_set()

    async def wait(self) -> StopReason:
        """Waits until it is set."""
        await self._event.wait()
        assert self.reason is not None
        return self.reason

    def check(self) -> None:
        """Raises StoppedError where it is set: for work in steps."""
        if self.reason is not None:
            raise StoppedError(self.reason)

    def set(self, reason: StopReason) -> None:
        """The package sets it; the first reason stays."""
        if self.reason is None:
            self.reason = reason
            self._event.set()


async def unless_stopped(stopped: Stopped, work: Awaitable[Result]) -> Result:
    """What ``work`` gives; it is cancelled, and StoppedError raised, where nobody waits for it any longer."""
    task = asyncio.ensure_future(work)
    waiting = asyncio.ensure_future(stopped.wait())
    try:
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            stopped.check()
        return task.result()
    finally:
        waiting.cancel()
        if not task.done():
            task.cancel()
            # So that what it holds is given back before the handler goes on; one that is stuck is not waited for.
            await asyncio.wait({task}, timeout=1)
