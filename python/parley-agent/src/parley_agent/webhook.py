from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Iterable, Mapping, Protocol, Union

from ._inbox import Inbox, Verdict

#: No envelope comes near this; a longer body is not read to its end.
BODY_BYTES = 1024 * 1024
#: When the platform should come back to an agent that cannot take more, in seconds.
_COME_BACK = 30

Headers = Union[Mapping[str, str], Iterable["tuple[str, str]"]]


@dataclass(frozen=True)
class WebhookAnswer:
    """What to answer the platform."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


class Receiver(Protocol):
    """What a server needs of an agent."""

    async def handle(self, method: str, headers: Headers, body: bytes) -> WebhookAnswer: ...

    async def stop(self) -> None: ...


async def handle_request(inbox: Inbox, method: str, headers: Headers, body: bytes, wait: bool) -> WebhookAnswer:
    """Takes a delivery as a request. 200: recorded, the handlers run afterwards. 401: the signature is not the platform's. 400, 405 and
    413: not a delivery. 503: the agent is stopping, has too much to do, or does not hold the credential that signed; the platform tries
    again."""
    if method.upper() != "POST":
        return answer(405, "method_not_allowed", {"Allow": "POST"})
    if len(body) > BODY_BYTES:
        return answer(413, "payload_too_large")
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    named = {name.lower(): value for name, value in pairs}
    verdict = await inbox.take(
        body, named.get("x-platform-signature", ""), named.get("authorization", ""), _trace_of(named)
    )
    if wait and verdict.handled is not None:
        await verdict.handled.wait()
    return _answer_to(verdict)


def answer(status: int, code: str, headers: Mapping[str, str] | None = None) -> WebhookAnswer:
    """A refusal as the platform's owner reads it in the delivery log."""
    body = json.dumps({"error": {"code": code}}).encode()
    return WebhookAnswer(status, {"Content-Type": "application/json", **(headers or {})}, body)


def _answer_to(verdict: Verdict) -> WebhookAnswer:
    if verdict.outcome == "accepted":
        return WebhookAnswer(200)
    if verdict.outcome == "unavailable":
        return answer(503, verdict.reason, {"Retry-After": str(_COME_BACK)})
    if verdict.reason == "bad_signature":
        return answer(401, "unauthorized")
    return answer(400, verdict.reason)


def _trace_of(headers: Mapping[str, str]) -> dict[str, str]:
    """Where the delivery stands in a trace, where its header is of the form."""
    traceparent = headers.get("traceparent", "")
    if not re.fullmatch("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}", traceparent):
        return {}
    state = headers.get("tracestate", "")
    is_usable = re.fullmatch(r"[\x20-\x7e]{1,512}", state) is not None
    return {"traceparent": traceparent, **({"tracestate": state} if is_usable else {})}
