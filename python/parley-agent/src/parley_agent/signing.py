"""Signatures of requests and deliveries: HMAC-SHA256 over ``<unix>.`` and the raw body, both ways."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from dataclasses import dataclass, field

#: How far the time of a signature may be off, in seconds, both ways.
TOLERANCE_SECONDS = 300
#: How far a time of signing may be moved into the past, well within the tolerance.
_MAX_SHIFT_SECONDS = 30

_ULID = "[0-9A-HJKMNP-TV-Z]{26}"
_AGENT_ID = re.compile(rf"agt_{_ULID}")
_CREDENTIAL_ID = re.compile(rf"cred_{_ULID}")
# ASCII digits by name: \d takes those of every script. fullmatch, since $ would let a line break pass.
_SIGNATURE = re.compile("t=([0-9]{10}),v1=([0-9a-f]{64})")
_AUTHORIZATION = re.compile(rf"HMAC (agt_{_ULID})/(cred_{_ULID})")
_SECRET = re.compile("[A-Za-z0-9_-]+={0,2}")


@dataclass(frozen=True)
class Credential:
    """One credential of an agent, ready to sign with. The secret does not show in its ``repr``."""

    agent_id: str
    credential_id: str
    key: bytes = field(repr=False)

    @property
    def authorization(self) -> str:
        """The value of ``Authorization`` that names it."""
        return f"HMAC {self.agent_id}/{self.credential_id}"


def read_credential(agent_id: str, credential_id: str, secret: str) -> Credential:
    """Reads a credential as the platform showed it once.

    Raises ValueError where an id or the secret is not of its form. The message never holds the secret.
    """
    if not _AGENT_ID.fullmatch(agent_id):
        raise ValueError(f"agent_id is not an agent id (agt_…): {agent_id!r}.")
    if not _CREDENTIAL_ID.fullmatch(credential_id):
        raise ValueError(f"credential_id is not a credential id (cred_…): {credential_id!r}.")
    key = _secret_bytes(secret)
    if key is None or len(key) < 16:
        raise ValueError("secret is not the base64url text that was shown when the credential was made.")
    return Credential(agent_id, credential_id, key)


def sign(key: bytes, unix: int, body: bytes = b"") -> str:
    """Signs a body: the value of ``X-Agent-Signature``. ``key`` is the decoded secret, ``unix`` whole seconds."""
    written = str(unix).zfill(10)
    return f"t={written},v1={_mac(key, written, body)}"


def verify(key: bytes, signature: str, body: bytes, now: float | None = None) -> bool:
    """Whether a signature header fits a body and is at most 300 seconds old or early.

    The comparison takes the same time wherever it fails. Give it the raw bytes, before they are parsed.
    """
    parsed = parse_signature(signature)
    if parsed is None:
        return False
    unix, mac = parsed
    is_timely = abs(int(unix) - int(time.time() if now is None else now)) <= TOLERANCE_SECONDS
    return hmac.compare_digest(_mac(key, unix, body), mac) and is_timely


def parse_signature(header: str) -> tuple[str, str] | None:
    """The time, as it is written and signed, and the hex of a signature header; None where it is not one."""
    match = _SIGNATURE.fullmatch(header)
    return (match[1], match[2]) if match else None


def parse_authorization(header: str) -> tuple[str, str] | None:
    """The agent's id and the credential's of an ``Authorization`` value; None where it is not one."""
    match = _AUTHORIZATION.fullmatch(header)
    return (match[1], match[2]) if match else None


class Signer:
    """Signs requests so that no signature stands for two of them.

    The platform takes a signature that it has seen with another Idempotency-Key for a replay, and two equal bodies signed in one
    second have equal signatures. The second of them is therefore signed a second earlier, which the tolerance allows.
    """

    def __init__(self, credential: Credential) -> None:
        self._credential = credential
        self._uses: dict[str, tuple[str, int]] = {}

    def headers(self, body: bytes = b"", use: str | None = None) -> dict[str, str]:
        """The headers that sign ``body``. ``use`` is what the signature is for; without it the signature may repeat."""
        return {
            "Authorization": self._credential.authorization,
            "X-Agent-Signature": self._signature(body, use),
        }

    def _signature(self, body: bytes, use: str | None) -> str:
        now = int(time.time())
        if use is None:
            return sign(self._credential.key, now, body)
        self._forget_old(now)
        for unix in range(now, now - _MAX_SHIFT_SECONDS, -1):
            signature = sign(self._credential.key, unix, body)
            known = self._uses.get(signature)
            if known is None or known[0] == use:
                self._uses[signature] = (use, now)
                return signature
        return sign(self._credential.key, now, body)

    def _forget_old(self, now: int) -> None:
        # Those of the longest ago are in front.
        while self._uses:
            oldest = next(iter(self._uses))
            if self._uses[oldest][1] >= now - _MAX_SHIFT_SECONDS:
                return
            del self._uses[oldest]


def _mac(key: bytes, unix: str, body: bytes) -> str:
    return hmac.new(key, unix.encode("ascii") + b"." + body, hashlib.sha256).hexdigest()


def _secret_bytes(secret: str) -> bytes | None:
    if not _SECRET.fullmatch(secret):
        return None
    try:
        whole = secret.rstrip("=")
        return base64.urlsafe_b64decode(whole + "=" * (-len(whole) % 4))
    except binascii.Error:
        return None
