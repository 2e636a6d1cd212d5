from __future__ import annotations

import asyncio
import base64
import binascii
import json
import logging
from typing import Any, AsyncIterator

from ._door import Door, Retry, backoff
from ._inbox import Inbox, Verdict
from ._log import log
from ._notice import notice_of
from ._sse import Frame, FrameReader
from .client import AgentClient
from .errors import NetworkError, RefusedError, is_transient

#: How long the platform has for its answer and its ``ready``, in seconds.
_OPEN = 30.0
#: A stream that has been silent for so many heartbeats is taken for dead.
_SILENT_HEARTBEATS = 2.5
#: The least wait where all of the agent's streams are taken.
_TOO_MANY_STREAMS = 10.0
#: An ack is of use for some seconds only: after that the platform sends the delivery again.
_ACK_RETRY = Retry(retries=3, base=0.1, longest=1, timeout=5)

_REFUSED_NOW = (
    "The platform refuses the agent: it is paused, its credential was revoked, or the clock of this machine is more than 5 minutes off. "
    "The relay keeps trying, up to a minute apart, and says no more of it until it is open again."
)
_FAULTS = {
    "bad_signature": "The signature does not verify.",
    "unknown_credential": "The delivery is signed with a credential that this agent does not hold.",
    "malformed": "The body is not a delivery envelope.",
    "unknown_version": "This agent reads envelopes of version 1 only.",
    "stopping": "The agent is stopping.",
    "queue_full": "The agent has too many deliveries waiting.",
    "store_failed": "The agent could not record the delivery.",
}


class Relay:
    """A relay that keeps itself open."""

    def __init__(self, door: Door, client: AgentClient, inbox: Inbox) -> None:
        self._door = door
        self._client = client
        self._inbox = inbox
        self._stopping = asyncio.Event()
        self._is_ready = False
        self._failures = 0
        self._is_refused = False
        self._acks: set[asyncio.Task[None]] = set()
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.ensure_future(self._run())
        # How it ended is for whoever wants to know; that nobody asks is nothing to warn of.
        self._task.add_done_callback(lambda task: task.cancelled() or task.exception())

    async def ready(self) -> None:
        """Returns once the stream is open for the first time, or ``stop`` was called. Raises RefusedError where the platform refuses it
        for good."""
        await asyncio.shield(self._ready)

    async def wait_closed(self) -> None:
        """Returns after ``stop``. Raises RefusedError where the platform refuses the first stream for good."""
        await asyncio.shield(self._task)

    async def stop(self) -> None:
        """Closes the stream and returns once every ack is sent. Deliveries that come meanwhile are sent again by the platform."""
        self._stopping.set()
        await asyncio.wait({self._task})

    @property
    def is_closed(self) -> bool:
        return self._task.done()

    async def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                failure = await self._connect()
                if self._stopping.is_set():
                    break
                if failure is not None and self._is_fatal(failure):
                    raise failure
                delay = self._delay_after(failure)
                self._note_closed(failure, delay)
                await self._unless_stopping(asyncio.sleep(delay))
            if not self._ready.done():
                self._ready.set_result(None)
        except Exception as error:
            log(logging.ERROR, "The relay has stopped.", error=error)
            if not self._ready.done():
                self._ready.set_exception(error)
                self._ready.exception()
            raise
        finally:
            if self._acks:
                await asyncio.wait(set(self._acks))

    async def _connect(self) -> Exception | None:
        """Opens one stream and takes what comes over it until it ends. Gives what broke it."""
        try:
            async with self._door.open_stream("/hooks/v1/stream") as chunks:
                await self._take_all(chunks)
            return None
        except Exception as failure:
            return failure

    async def _take_all(self, chunks: AsyncIterator[bytes]) -> None:
        frames = FrameReader()
        allowed = _OPEN
        while True:
            chunk = await self._unless_stopping(asyncio.wait_for(chunks.__anext__(), allowed))
            if chunk is None:
                return
            for frame in frames.feed(chunk):
                if frame.event == "ready":
                    allowed = self._opened(frame) or allowed
                elif frame.event == "delivery":
                    await self._take(frame)

    async def _unless_stopping(self, work: Any) -> Any:
        """What ``work`` gives; None where the relay is to stop before, or a stream has ended."""
        task = asyncio.ensure_future(work)
        stopping = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
            return task.result() if task.done() else None
        except StopAsyncIteration:
            return None
        finally:
            stopping.cancel()
            if not task.done():
                task.cancel()
                await asyncio.wait({task})

    def _opened(self, frame: Frame) -> float | None:
        ready = _read(frame)
        heartbeat = ready.get("heartbeat_seconds")
        if not isinstance(heartbeat, (int, float)) or heartbeat <= 0:
            return None
        self._failures = 0
        self._is_ready = True
        self._is_refused = False
        log(logging.INFO, "The relay is open.", agent=ready.get("agent_id"), connection=ready.get("connection_id"))
        notice = notice_of(ready)
        if notice is not None:
            log(logging.WARNING, notice)
        if not self._ready.done():
            self._ready.set_result(None)
        return heartbeat * _SILENT_HEARTBEATS

    async def _take(self, frame: Frame) -> None:
        """Hands a delivery in; the ack is then on its way."""
        data = _read(frame)
        fields = [data.get(name) for name in ("delivery_id", "signature", "authorization", "body_base64")]
        if not all(isinstance(field, str) for field in fields):
            log(logging.WARNING, "The relay sent a frame that cannot be read.", event=frame.event)
            return
        delivery_id, signature, authorization, encoded = (str(field) for field in fields)
        try:
            body = base64.b64decode(encoded, validate=True)
        except binascii.Error:
            body = b""
        verdict = await self._inbox.take(body, signature, authorization)
        ack = asyncio.ensure_future(self._ack(delivery_id, _fault_of(verdict, delivery_id)))
        self._acks.add(ack)
        ack.add_done_callback(self._acks.discard)

    async def _ack(self, delivery_id: str, error: str | None) -> None:
        try:
            status: Any = "accepted" if error is None else "failed"
            await self._client.ack(delivery_id, status, error=error, retry=_ACK_RETRY)
        except Exception as cause:
            level = logging.WARNING if isinstance(cause, NetworkError) else logging.ERROR
            message = "A delivery could not be acknowledged; it will come again."
            log(level, message, delivery_id=delivery_id, error=cause)

    def _is_fatal(self, failure: Exception) -> bool:
        """A refusal that waiting will not mend, of a stream that has never been open: whoever starts the agent should hear it at once."""
        if self._is_ready or not isinstance(failure, RefusedError) or failure.code == "too_many_streams":
            return False
        return not is_transient(failure.status)

    def _note_closed(self, failure: Exception | None, delay: float) -> None:
        if not _is_unauthorized(failure):
            level = logging.INFO if failure is None else logging.WARNING
            details = {} if failure is None else {"error": failure}
            message = "The relay stream is closed; it will be opened again."
            log(level, message, in_seconds=round(delay, 2), **details)
            return
        if not self._is_refused:
            log(logging.WARNING, _REFUSED_NOW, error=failure)
        self._is_refused = True

    def _delay_after(self, failure: Exception | None) -> float:
        self._failures += 1
        # A pause ends when the owner wants, a revoked credential never comes back, and both look alike from here.
        base, longest = (1.0, 60.0) if _is_unauthorized(failure) else (0.5, 30.0)
        delay = backoff(self._failures, base, longest)
        if not isinstance(failure, RefusedError):
            return delay
        least = _TOO_MANY_STREAMS if failure.code == "too_many_streams" else 0.0
        return max(delay, least, min(failure.retry_after or 0.0, 60.0))


def _is_unauthorized(failure: Exception | None) -> bool:
    return isinstance(failure, RefusedError) and failure.status == 401


def _read(frame: Frame) -> dict[str, Any]:
    try:
        data = json.loads(frame.data)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _fault_of(verdict: Verdict, delivery_id: str) -> str | None:
    """What to tell the platform, or None where the delivery was accepted."""
    if verdict.outcome != "accepted":
        return _FAULTS[verdict.reason]
    return None if verdict.delivery_id == delivery_id else "The frame names another delivery than its body."
