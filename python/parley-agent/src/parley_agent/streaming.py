from __future__ import annotations

import asyncio
import time
from typing import Any, AsyncIterable, Awaitable, Callable, Iterable, Sequence, TypeVar, Union

from .blocks import SendableBlock
from .content import TEXT_CHARACTERS
from .errors import NetworkError, RefusedError, StoppedError, is_transient, refused_locally
from .stopping import Stopped, unless_stopped

Answer = TypeVar("Answer")

#: One step of a streamed reply: text that continues the text before it, or whole blocks.
StreamPiece = Union[str, SendableBlock, Sequence[SendableBlock]]
Source = Union[AsyncIterable[StreamPiece], Iterable[StreamPiece]]

#: At most 8 drafts a second.
_INTERVAL = 0.125
#: The wait after a draft was lost.
_PAUSE = 1.0


class Draft:
    """The reply as it stands so far."""

    def __init__(self) -> None:
        self._blocks: list[Any] = []
        self._is_text_open = False

    def add(self, piece: StreamPiece) -> None:
        """Adds a piece. Text continues the text before it, over several blocks where it is longer than one holds."""
        if isinstance(piece, str):
            self._add_text(piece)
            return
        self._is_text_open = False
        self._blocks.extend([piece] if isinstance(piece, dict) else piece)

    def partial_blocks(self) -> list[SendableBlock]:
        """The blocks to show meanwhile: all but those that only a final reply may hold."""
        return [block for block in self._blocks if block.get("type") not in ("chart", "needs_human")]

    def final_blocks(self) -> list[SendableBlock]:
        """The blocks of the final reply: all but intents, which only a partial reply may hold."""
        return [block for block in self._blocks if block.get("type") != "intent"]

    def _add_text(self, piece: str) -> None:
        while piece:
            if not self._is_text_open or len(self._blocks[-1]["text"]) >= TEXT_CHARACTERS:
                self._blocks.append({"type": "text", "text": ""})
                self._is_text_open = True
            written = self._blocks[-1]["text"]
            room = TEXT_CHARACTERS - len(written)
            # A new block each time: the one before may be on its way.
            self._blocks[-1] = {"type": "text", "text": written + piece[:room]}
            piece = piece[room:]


class _LatestWins:
    """Sends a changing state no more often than it may be sent: one sending at a time, each with what is newest at that moment."""

    def __init__(self, send: Callable[[], Awaitable[object]]) -> None:
        self._send = send
        self._has_changed = False
        self._is_over = asyncio.Event()
        self._run: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Says that the state has changed. Raises what an earlier sending failed with, but for a passing failure."""
        if self._run is not None and self._run.done():
            self._run.result()
        self._has_changed = True
        if self._run is None or self._run.done():
            self._run = asyncio.ensure_future(self._send_while_changed())

    async def finish(self) -> None:
        """Sends nothing more, and returns once a sending that has begun is over."""
        self._has_changed = False
        self._is_over.set()
        if self._run is not None:
            await self._run

    async def _send_while_changed(self) -> None:
        while self._has_changed:
            self._has_changed = False
            began, wait = time.monotonic(), _INTERVAL
            try:
                await self._send()
            except NetworkError:
                wait = _PAUSE
            except RefusedError as refused:
                if not is_transient(refused.status):
                    raise
                wait = _PAUSE
            left = began + wait - time.monotonic()
            if left > 0:
                await asyncio.wait({waiting := asyncio.ensure_future(self._is_over.wait())}, timeout=left)
                waiting.cancel()


async def stream_reply(
    source: Source,
    *,
    send_partial: Callable[[list[SendableBlock]], Awaitable[object]],
    send_final: Callable[[list[SendableBlock]], Awaitable[Answer]],
    close_early: Callable[[list[SendableBlock]], Awaitable[object]],
    stopped: Stopped,
) -> Answer:
    """Shows a reply while it is being made, and the whole as a final reply once the source ends. A draft that is lost on the way does not
    matter, since the next holds all of it.

    Raises what the source raises, the refusal of a draft or of the final reply, StoppedError where nobody waits any longer, or RefusedError
    with the reason ``empty_stream`` where the source gave nothing.
    """
    draft = Draft()
    drafts = _LatestWins(lambda: send_partial(draft.partial_blocks()))

    def take(piece: StreamPiece) -> None:
        draft.add(piece)
        if draft.partial_blocks():
            drafts.changed()

    try:
        stopped.check()
        await unless_stopped(stopped, _each(source, take))
    except StoppedError:
        await drafts.finish()
        await close_early(draft.final_blocks())
        raise
    finally:
        await drafts.finish()
    blocks = draft.final_blocks()
    if not blocks:
        raise _empty_stream(bool(draft.partial_blocks()))
    return await send_final(blocks)


async def _each(source: Source, take: Callable[[StreamPiece], None]) -> None:
    if not isinstance(source, AsyncIterable):
        for piece in source:
            take(piece)
            # What is not asynchronous gives the drafts a turn here.
            await asyncio.sleep(0)
        return
    try:
        async for piece in source:
            take(piece)
    finally:
        close = getattr(source, "aclose", None)
        if close is not None:
            await close()


def _empty_stream(had_intents: bool) -> RefusedError:
    """Named here, since what a final reply without blocks is refused with does not say where they went."""
    message = (
        "The stream ended with nothing but intent blocks, which a final reply may not hold."
        if had_intents
        else "The stream ended without a single text or block, so there is nothing to send."
    )
    hint = "Check what the source yields; where there is nothing to say, do not stream."
    return refused_locally("malformed_request", "/blocks", "empty_stream", message, hint)
