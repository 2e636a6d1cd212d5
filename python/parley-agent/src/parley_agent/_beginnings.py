from __future__ import annotations

import asyncio
from typing import Any, Coroutine, TypeVar

T = TypeVar("T")


class Beginnings:
    """Calls that the platform has not confirmed, by conversation: what comes of one may arrive before the confirmation."""

    def __init__(self) -> None:
        self._open: dict[str, set[asyncio.Future[Any]]] = {}

    async def hold(self, conversation_id: str, call: Coroutine[Any, Any, T]) -> T:
        """Holds a call open until it is confirmed or refused, and returns what it gives."""
        begun = asyncio.ensure_future(call)
        held = self._open.setdefault(conversation_id, set())
        held.add(begun)
        try:
            return await begun
        finally:
            held.discard(begun)
            if not held:
                self._open.pop(conversation_id, None)

    def has(self, conversation_id: str) -> bool:
        return conversation_id in self._open

    async def settled(self, conversation_id: str) -> None:
        """Returns once the calls that are open now are confirmed or refused."""
        begun = self._open.get(conversation_id)
        if begun:
            await asyncio.wait(set(begun))
