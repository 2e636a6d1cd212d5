from __future__ import annotations

import asyncio
import logging
from typing import Any, Awaitable, Callable

from ._circles import is_circle, say_circle
from ._door import Retry
from ._handler_error import HandlerError
from ._handling import Handling
from ._log import log
from ._turn import TurnMember
from .client import AgentClient
from .context import Context
from .errors import RefusedError, StoppedError
from .seen import settled

#: Gets what a handler raised, with the delivery that it was working on as ``error.ctx``.
ErrorHandler = Callable[[HandlerError], object]

#: A report is worth some seconds; the error itself is in the log of the agent.
_REPORT_RETRY = Retry(retries=2, timeout=10)
#: Refusals of a call that a report of it would meet too.
_BEYOND_REPORT = ("delivery_not_found", "reply_stopped", "unauthorized")
_LONGEST_REASON = 1000


class HandlerCancelled(Exception):
    """A handler awaited something that was cancelled, and did not catch that."""


async def run_handlers(
    ctx: Context,
    handling: Handling,
    run: Callable[[Context], Awaitable[None]],
    on_error: ErrorHandler,
    client: AgentClient,
) -> bool:
    """Runs the handlers of one delivery and says whether nothing failed. What they raise goes to the platform, which tells the person and
    the owner and closes the draft, and then to ``on_error``. Where a call was refused because agents call each other in a circle, a reply
    says so instead of the report."""
    try:
        await _finished(run(ctx))
    except Exception as error:
        handling.turn.handlers_ended()
        return await _failed(error, ctx, handling, on_error, client)
    handling.turn.handlers_ended()
    broken = next((one.broken_stream for one in handling.turn.members if one.broken_stream is not None), None)
    if broken is not None:
        await _tell_platform(broken, handling, client)
    return True


async def _finished(handler: Awaitable[None]) -> None:
    """Waits for a handler. That something in it was cancelled is its failure, and does not cancel what waits for it."""
    task = asyncio.ensure_future(handler)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        task.cancel()
        raise
    if task.cancelled():
        raise HandlerCancelled("The handler awaited something that was cancelled.")
    task.result()


async def close_draft(handling: TurnMember, client: AgentClient) -> None:
    """Sends the open draft as it stands, as a reply. One of nothing but intents, which a reply may not hold, says what they say."""
    if handling.streams > 0 or not handling.draft:
        return
    draft, handling.draft = handling.draft, []
    kept = [block for block in draft if block["type"] != "intent"]
    blocks: Any = kept or [{"type": "text", "text": block["text"]} for block in draft]
    try:
        await client.reply(handling.envelope["delivery_id"], blocks)
    except Exception:
        return


async def _failed(
    error: Exception, ctx: Context, handling: Handling, on_error: ErrorHandler, client: AgentClient
) -> bool:
    if handling.turn.is_unwanted and _is_ending(error):
        reason = handling.stopped.reason
        log(logging.INFO, "A handler ended because its answer is no longer wanted.", delivery_id=ctx.delivery_id, because=reason)
        return True
    await _tell_platform(error, handling, client)
    try:
        await settled(on_error(HandlerError(error, ctx)))
    except Exception as cause:
        log(logging.ERROR, "The error handler failed.", delivery_id=ctx.delivery_id, error=cause)
    return False


async def _tell_platform(error: Exception, handling: Handling, client: AgentClient) -> None:
    """For each delivery of the turn, and not of an answer that nobody waits for any longer."""
    if handling.turn.is_unwanted or (isinstance(error, RefusedError) and error.code in _BEYOND_REPORT):
        return
    for member in handling.turn.members:
        if not (is_circle(error) and await _said_circle(member, client)):
            await _report(member.envelope["delivery_id"], error, client)


async def _said_circle(member: TurnMember, client: AgentClient) -> bool:
    """The end of a circle of calls is said in words, which also end the waiting of the agents before this one."""
    try:
        await say_circle(client, member.envelope, _REPORT_RETRY)
        return True
    except Exception:
        return False


async def _report(delivery_id: str, error: Exception, client: AgentClient) -> None:
    reason = f"{type(error).__name__}: {error}"[:_LONGEST_REASON]
    try:
        await client.report_failure(delivery_id, reason, retry=_REPORT_RETRY)
    except Exception as cause:
        message = "The platform could not be told that a handler failed."
        log(logging.WARNING, message, delivery_id=delivery_id, error=cause)


def _is_ending(error: Exception) -> bool:
    return isinstance(error, (StoppedError, HandlerCancelled)) or (isinstance(error, RefusedError) and error.code == "reply_stopped")
