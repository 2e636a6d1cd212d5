from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any, Awaitable, Callable, Literal, Mapping, Sequence

from ._delivery import Opened, open_delivery, read_envelope
from ._handling import HandlerOptions, Handling, Handlings, time_out
from ._lanes import Lanes, Slot
from ._log import log
from ._turn import TurnMember, close_held_back
from .seen import SeenDeliveries, settled
from .signing import Credential

#: How long a handler has to end that a newer message has overtaken, in seconds, before that one begins.
_OVERTAKEN = 0.5

Envelope = dict[str, Any]
Trace = Mapping[str, str]


@dataclass(frozen=True)
class Verdict:
    """How a delivery was taken. ``reason`` says why not, where it was not accepted."""

    outcome: Literal["accepted", "refused", "unavailable"]
    reason: str = ""
    delivery_id: str = ""
    #: Set once its handlers are done; None where there is nothing to handle.
    handled: asyncio.Event | None = None


class Inbox:
    """Where both receivers hand in what they got: it is verified, recorded, and only then reported as accepted; the handlers run
    afterwards, those of one conversation one at a time, but for what a running handler waits for, and for calls of other agents while the
    running handler itself waits in ``ctx.call``."""

    def __init__(
        self,
        *,
        credentials: Sequence[Credential],
        seen: SeenDeliveries,
        handle: Callable[[Handling], Awaitable[bool]],
        is_awaited: Callable[[Envelope], bool],
        close_draft: Callable[[TurnMember], Awaitable[None]],
        options_for: Callable[[Envelope], HandlerOptions],
        concurrency: int,
        queue_limit: int,
    ) -> None:
        self._credentials = credentials
        self._seen = seen
        self._handle = handle
        self._is_awaited = is_awaited
        self._close_draft = close_draft
        #: What a newer message has overtaken and goes on nevertheless, beside its lane.
        self._left_behind: set[asyncio.Task[None]] = set()
        self._options_for = options_for
        self._queue_limit = queue_limit
        self._lanes = Lanes(concurrency)
        self._handlings = Handlings()
        self._is_open = True

    async def take(self, body: bytes, signature: str, authorization: str, trace: Trace | None = None) -> Verdict:
        """Takes a delivery. Returns as soon as it is recorded, before it is handled."""
        verdict = await self._judge(body, signature, authorization, trace or {})
        if verdict.outcome != "accepted":
            log(logging.WARNING, "A delivery was not accepted.", reason=verdict.reason, authorization=authorization)
        return verdict

    async def resume(self) -> None:
        """Handles what an earlier process accepted and did not finish."""
        for body in await settled(self._seen.unfinished()):
            opened = read_envelope(body)
            if opened.envelope is not None:
                self._enqueue(opened.envelope, {})

    async def close(self, grace: float) -> bool:
        """Takes nothing more, and says whether what was accepted was handled within ``grace`` seconds."""
        self._is_open = False
        try:
            await asyncio.wait_for(self._lanes.idle(), grace)
            return True
        except asyncio.TimeoutError:
            return False

    def stop(self) -> None:
        """Tells every handler that runs or waits that the agent has stopped."""
        self._handlings.stop()

    def next_steer(self, taker: Handling) -> Handling | None:
        """The oldest message that a running handler may take into its turn."""
        return self._handlings.next_steer(taker)

    async def _judge(self, body: bytes, signature: str, authorization: str, trace: Trace) -> Verdict:
        if not self._is_open:
            return Verdict("unavailable", "stopping")
        opened = open_delivery(body, signature, authorization, self._credentials)
        if opened.fault is not None:
            # A credential that is not known may be known once the agent has been given it, so the platform should come back.
            return Verdict("unavailable" if opened.fault == "unknown_credential" else "refused", opened.fault)
        if self._lanes.size >= self._queue_limit:
            return Verdict("unavailable", "queue_full")
        return await self._record(opened, body, trace)

    async def _record(self, opened: Opened, body: bytes, trace: Trace) -> Verdict:
        accepted = Verdict("accepted", delivery_id=opened.delivery_id)
        if opened.envelope is None:
            log(logging.INFO, "A delivery of an unknown event was ignored.", delivery_id=opened.delivery_id)
            return accepted
        try:
            is_new = await settled(self._seen.accept(opened.delivery_id, body))
        except Exception as error:
            log(logging.ERROR, "The store of seen deliveries failed.", delivery_id=opened.delivery_id, error=error)
            return Verdict("unavailable", "store_failed")
        if not is_new:
            log(logging.INFO, "A delivery came again and is not handled again.", delivery_id=opened.delivery_id)
            return accepted
        return Verdict("accepted", delivery_id=opened.delivery_id, handled=self._enqueue(opened.envelope, trace))

    def _enqueue(self, envelope: Envelope, trace: Trace) -> asyncio.Event:
        options = self._options_for(envelope)
        passes = self._handlings.is_awaited(envelope) or self._is_awaited(envelope)
        handling = self._handlings.add(envelope, options, trace)
        conversation = envelope["conversation_id"]
        lane = f"{conversation} {envelope['delivery_id']}" if options.overlap == "parallel" else conversation
        handled = asyncio.Event()

        async def run() -> None:
            try:
                await self._run(handling)
            finally:
                self._handlings.end(handling)
                handled.set()

        async def work(slot: Slot) -> None:
            if handling.begins_turn:
                handling.turn.slot = slot
            if options.overlap == "latest":
                await self._over_or_overtaken(handling, asyncio.ensure_future(run()))
            elif options.overlap == "steer" and handling.begins_turn:
                await self._over_and_closed(handling, run())
            else:
                await run()

        self._lanes.add(lane, work, passes, is_call=envelope["event"] == "agent.call")
        return handled

    async def _over_or_overtaken(self, handling: Handling, running: asyncio.Task[None]) -> None:
        """Where a newer message takes its place its draft is closed, and a handler that goes on nevertheless keeps nothing waiting."""

        async def closed() -> None:
            if await handling.stopped.wait() != "superseded":
                await asyncio.Event().wait()
            await self._close_draft(handling)

        async def overtaken() -> None:
            await asyncio.shield(closing)
            await asyncio.sleep(_OVERTAKEN)

        closing = asyncio.ensure_future(closed())
        waiting = asyncio.ensure_future(overtaken())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            waiting.cancel()
            if handling.stopped.reason == "superseded":
                await closing
            else:
                closing.cancel()
            return
        self._left_behind.add(running)
        running.add_done_callback(self._left_behind.discard)

    async def _over_and_closed(self, handling: Handling, running: Awaitable[None]) -> None:
        """Where one delivery of the turn ends it, the drafts of the others are closed."""
        closing = asyncio.ensure_future(close_held_back(handling.turn, self._close_draft))
        try:
            await running
        finally:
            if handling.stopped.is_set():
                await closing
            else:
                closing.cancel()

    async def _run(self, handling: Handling) -> None:
        """A message that another turn has taken counts as handled where that turn does."""
        delivery_id = handling.envelope["delivery_id"]
        is_handled = await (self._run_in_time(handling) if handling.begins_turn else handling.turn.outcome)
        try:
            await settled(self._seen.finish(delivery_id, "handled" if is_handled else "failed"))
        except Exception as error:
            log(logging.ERROR, "The store of seen deliveries failed.", delivery_id=delivery_id, error=error)

    async def _run_in_time(self, handling: Handling) -> bool:
        handling.is_running = True
        if handling.stopped.reason == "superseded":
            delivery_id = handling.envelope["delivery_id"]
            log(logging.INFO, "A message was left out, since a newer one came before its turn.", delivery_id=delivery_id)
            return True
        timer = asyncio.ensure_future(time_out(handling))
        try:
            is_handled = await self._handle(handling)
            handling.turn.outcome.set_result(is_handled)
            return is_handled
        finally:
            timer.cancel()
            # What the turn has taken waits for it, however it ended.
            if not handling.turn.outcome.done():
                handling.turn.outcome.set_result(False)
