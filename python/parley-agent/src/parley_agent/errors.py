"""What can go wrong, each with a way to mend it."""

from __future__ import annotations

from typing import Literal

from ._tables import REFUSALS

#: Why nobody waits any longer for what a handler makes.
StopReason = Literal["stopped", "cancelled", "superseded", "timed_out", "agent_stopped"]


class ParleyError(Exception):
    """The base of everything that this package raises of its own."""


class RefusedError(ParleyError):
    """The platform, or the check before sending, said no.

    ``code`` is the stable name of the refusal and ``status`` its HTTP status. ``retryable`` says whether the very same request may
    succeed later. ``path`` is a JSON Pointer into the request, ``reason`` one token. The message ends with ``hint``, a way to mend it.
    """

    def __init__(
        self,
        code: str,
        status: int,
        message: str,
        *,
        request_id: str | None = None,
        path: str | None = None,
        reason: str | None = None,
        hint: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        known = hint if hint is not None else _HINTS.get(code)
        place = "" if path is None else f" at {path}"
        why = "" if reason is None else f" ({reason})"
        super().__init__(f"{code}{place}{why}: {message}" + (f" {known}" if known else ""))
        row = REFUSALS.get(code)
        self.code = code
        self.status = status
        self.retryable = row.retryable if row else is_transient(status)
        self.request_id = request_id
        self.path = path
        self.reason = reason
        self.hint = known
        #: How long the platform asks to wait, in seconds.
        self.retry_after = retry_after


class NetworkError(ParleyError):
    """No complete answer came: the platform could not be reached, or the connection broke. ``__cause__`` is the last failure."""

    hint = "Check that the platform runs at the base URL (PARLEY_BASE_URL), and that this machine can reach it."

    def __init__(self, message: str, attempts: int) -> None:
        super().__init__(f"{message} {self.hint}")
        #: How many times the request was sent.
        self.attempts = attempts


class StoppedError(ParleyError):
    """What the handler makes is no longer wanted. A handler that ends with this has not failed, but where it took too long."""

    _MESSAGES = {
        "stopped": "The person has stopped this answer.",
        "cancelled": "The task was cancelled.",
        "superseded": "A newer message has taken the place of this one.",
        "timed_out": "The handler took longer than it may.",
        "agent_stopped": "The agent has stopped.",
    }

    def __init__(self, reason: StopReason) -> None:
        super().__init__(self._MESSAGES[reason])
        self.reason = reason


def is_transient(status: int) -> bool:
    """Whether the same request is worth sending again without anything else having changed."""
    return status in (408, 429) or status >= 500


def refused_locally(code: str, path: str, reason: str | None, message: str, hint: str) -> RefusedError:
    """The error that the platform's own refusal would have caused."""
    return RefusedError(code, REFUSALS[code].status, message, path=path, reason=reason, hint=hint)


_HINTS = {
    "unauthorized": "Check the agent id, the credential and its secret, that the agent is not paused, and the clock of this machine "
    "(at most 5 minutes off).",
    "scope_not_granted": "Name the scope in the manifest and ask the person to grant it; ctx.granted() says what they grant now.",
    "reply_stopped": "Stop the work: ctx.stopped is set.",
    "reply_limit_reached": "Send fewer replies to one delivery, or use ctx.send_proactive.",
    "delivery_not_found": "Answer a delivery of this agent, within 7 days; ids of other agents and older ones are not found.",
    "edit_window_over": "A message can be edited for 7 days; send a new one.",
    "edit_limit_reached": "A message can be edited 20 times; send a new one.",
    "message_locked": "Somebody has acted on this message, or decides on what was asked with it; send a new one.",
    "message_not_found": "Only final messages of this agent can be edited, where they are not deleted and it still sits in the room.",
    "agent_call_depth_exceeded": "Answer without a call: these agents may be asking each other in a circle.",
    "tool_not_found": "See ctx.tools() for those that there are.",
    "tool_denied": "Ask the operator of the platform to open the tool to this agent.",
    "proactive_target_unavailable": "The agent must be seated in the conversation.",
    "illegal_task_transition": "A task that is completed, failed or cancelled does not move any more.",
    "idempotency_key_reused": "Use a new idempotency_key for a request with another body.",
    "rate_limited": "Send less often; retry_after says when to come back.",
}
