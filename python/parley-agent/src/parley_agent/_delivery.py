from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, Sequence

from ._tables import EVENT_TYPES
from .signing import Credential, parse_authorization, verify

#: Why bytes are not a delivery for this agent. ``unknown_credential``: they name a credential of this agent that it does not hold, as
#: when a new one has just been made.
Fault = Literal["bad_signature", "unknown_credential", "malformed", "unknown_version"]


@dataclass(frozen=True)
class Opened:
    """A verified delivery, or why it is none. ``envelope`` is None where its event is unknown: it is acknowledged and ignored."""

    delivery_id: str = ""
    envelope: dict[str, Any] | None = None
    fault: Fault | None = None


def open_delivery(body: bytes, signature: str, authorization: str, credentials: Sequence[Credential]) -> Opened:
    """Verifies the signature over the raw bytes, and only then reads them."""
    named = parse_authorization(authorization)
    own = [credential for credential in credentials if named is not None and credential.agent_id == named[0]]
    if not own or named is None:
        return Opened(fault="bad_signature")
    signer = next((credential for credential in own if credential.credential_id == named[1]), None)
    if signer is None:
        return Opened(fault="unknown_credential")
    return read_envelope(body) if verify(signer.key, signature, body) else Opened(fault="bad_signature")


def read_envelope(body: bytes) -> Opened:
    """Reads the bytes of an envelope whose signature was verified. Fields that are not known yet pass, so that an agent keeps working
    when the platform tells it more."""
    try:
        envelope = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return Opened(fault="malformed")
    if not isinstance(envelope, dict) or not isinstance(envelope.get("delivery_id"), str):
        return Opened(fault="malformed")
    if envelope.get("version") != "1":
        return Opened(fault="unknown_version")
    if not isinstance(envelope.get("event"), str) or not isinstance(envelope.get("conversation_id"), str):
        return Opened(fault="malformed")
    is_known = envelope["event"] in EVENT_TYPES
    return Opened(envelope["delivery_id"], envelope if is_known else None)
