from __future__ import annotations

import asyncio
from typing import Any, Awaitable, Callable

from ._beginnings import Beginnings
from .blocks import SendableBlock
from .stopping import Stopped, unless_stopped

Envelope = dict[str, Any]
Blocks = list[SendableBlock]

#: How many calls are remembered, so that late answers to them reach no handler.
_REMEMBERED = 10_000


class OpenCalls:
    """Brings the answers of other agents to the handlers that called them. It keeps nothing over a restart."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[Blocks]] = {}
        self._made: dict[str, None] = {}
        self._beginnings = Beginnings()

    async def run(
        self, call: Callable[[], Awaitable[str]], conversation_id: str, stopped: Stopped, timeout: float
    ) -> Blocks:
        """Makes a call, which gives its delivery id, and waits for the answer. Raises StoppedError where the handler is to stop, and
        TimeoutError after ``timeout`` seconds; a later answer is dropped."""
        call_id, answer = await self._beginnings.hold(conversation_id, self._begin(call))
        try:
            return await unless_stopped(stopped, asyncio.wait_for(answer, timeout))
        except asyncio.TimeoutError:
            raise TimeoutError(f"The called agent did not answer within {timeout} seconds.") from None
        finally:
            self._waiting.pop(call_id, None)

    def may_take(self, envelope: Envelope) -> bool:
        """Whether a delivery is or may be an answer to a call made here, so that it must not wait for the handler that called."""
        call_id = _called_by(envelope)
        return call_id is not None and (call_id in self._made or self._beginnings.has(envelope["conversation_id"]))

    async def take(self, envelope: Envelope) -> bool:
        """Takes the answer to a call made here. Returns False for any other delivery. A second or late answer is dropped."""
        call_id = _called_by(envelope)
        if call_id is None:
            return False
        if call_id not in self._made:
            await self._beginnings.settled(envelope["conversation_id"])
        if call_id not in self._made:
            return False
        waiting = self._waiting.pop(call_id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(list(envelope["agent_call"]["blocks"]))
        return True

    async def _begin(self, call: Callable[[], Awaitable[str]]) -> tuple[str, asyncio.Future[Blocks]]:
        call_id = await call()
        answer: asyncio.Future[Blocks] = asyncio.get_running_loop().create_future()
        self._waiting[call_id] = answer
        self._made[call_id] = None
        if len(self._made) > _REMEMBERED:
            del self._made[next(iter(self._made))]
        return call_id, answer


def _called_by(envelope: Envelope) -> str | None:
    call: dict[str, Any] = envelope.get("agent_call") or {}
    return call.get("in_answer_to") if envelope["event"] == "agent.call" else None
