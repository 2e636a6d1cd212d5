from __future__ import annotations

import asyncio
import logging
import random
import time
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, AsyncIterator, Mapping
from urllib.parse import urlsplit

import httpx

from ._log import log
from ._network_cause import describe_failure
from ._retry_after import parse_retry_after
from .errors import NetworkError, RefusedError, is_transient
from .signing import Signer

#: A ``Retry-After`` longer than this is not waited for; the call is refused instead.
_LONGEST_RETRY_AFTER = 60.0


@dataclass(frozen=True)
class Retry:
    """How often a call is sent again after a network error, 408, 429 or 5xx. Times are in seconds."""

    #: Tries after the first one.
    retries: int = 5
    #: The wait before the second try; it doubles each time.
    base: float = 0.25
    #: The longest wait between two tries.
    longest: float = 10.0
    #: How long one try may take.
    timeout: float = 30.0


@dataclass(frozen=True)
class Call:
    """One signed request. A retry sends the same bytes with the same Idempotency-Key under a fresh signature."""

    name: str
    method: str
    path: str
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    idempotency_key: str | None = None
    retry: Retry | None = None


def backoff(attempt: int, base: float, longest: float) -> float:
    """The wait before try ``attempt`` + 1: between half and all of what doubles each time, so that many that failed together do not
    come back together."""
    return min(longest, base * 2.0 ** min(attempt - 1, 30)) * random.uniform(0.5, 1)


class Door:
    """The agent's way into the platform: signs, sends, retries, and turns refusals into errors."""

    def __init__(self, base_url: str, signer: Signer, retry: Retry, http: httpx.AsyncClient | None) -> None:
        self._base_url = _read_base_url(base_url)
        self._signer = signer
        self._retry = retry
        self._given = http
        self._own: tuple[asyncio.AbstractEventLoop, httpx.AsyncClient] | None = None

    async def call(self, call: Call) -> Any:
        """The JSON of the 2xx answer. Raises RefusedError where the platform refused, NetworkError where no complete answer came."""
        retry = call.retry or self._retry
        attempt = 0
        while True:
            attempt += 1
            began = time.monotonic()
            failure: RefusedError | httpx.HTTPError | asyncio.TimeoutError
            try:
                answer = await asyncio.wait_for(self._attempt(call), retry.timeout)
                _note(call, attempt, "ok", began)
                return answer
            except RefusedError as refused:
                failure = refused
                _note(call, attempt, f"{refused.status} {refused.code}", began)
            except (httpx.HTTPError, asyncio.TimeoutError) as broken:
                failure = broken
                _note(call, attempt, describe_failure(broken, self._base_url), began)
            delay = _delay_before(failure, attempt, retry)
            if delay is None or attempt > retry.retries:
                if isinstance(failure, RefusedError):
                    raise failure from None
                raise self._no_answer(f"{call.method} {call.path}", failure, attempt) from failure
            await asyncio.sleep(delay)

    @asynccontextmanager
    async def open_stream(self, path: str) -> AsyncIterator[AsyncIterator[bytes]]:
        """Opens an event stream and gives its bytes as they come. Raises RefusedError where the platform answers with anything else, and
        NetworkError where it does not answer."""
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity", **self._signer.headers()}
        timeout = httpx.Timeout(30, read=None)
        http = self._http()
        request = http.build_request("GET", self._base_url + path, headers=headers, timeout=timeout)
        try:
            opened = await http.send(request, stream=True, follow_redirects=False)
        except httpx.HTTPError as failure:
            raise self._no_answer(f"GET {path}", failure, 1) from failure
        async with aclosing(opened) as response:
            kind = response.headers.get("content-type", "")
            if response.status_code == 200 and kind.startswith("text/event-stream"):
                yield response.aiter_raw()
                return
            await response.aread()
            _read_answer(response)
            message = "The answer is not an event stream; is the base URL right?"
            raise RefusedError("unexpected_answer", response.status_code, message)

    async def close(self) -> None:
        """Gives up the connections; a later call opens new ones."""
        own, self._own = self._own, None
        if own is not None and own[0] is asyncio.get_running_loop():
            await own[1].aclose()

    async def _attempt(self, call: Call) -> Any:
        key = call.idempotency_key
        use = None if key is None else f"{call.path} {key}"
        headers = {**call.headers, **self._signer.headers(call.body, use)}
        if key is not None:
            headers["Idempotency-Key"] = key
        url = self._base_url + call.path
        # Whatever a client of the program's own does otherwise: a try has its time from whoever calls this.
        how: dict[str, Any] = {"timeout": None, "follow_redirects": False}
        return _read_answer(await self._http().request(call.method, url, content=call.body, headers=headers, **how))

    def _no_answer(self, to: str, failure: Exception, attempts: int) -> NetworkError:
        times = "" if attempts == 1 else f" after {attempts} tries"
        return NetworkError(f"No answer to {to}{times}: {describe_failure(failure, self._base_url)}.", attempts)

    def _http(self) -> httpx.AsyncClient:
        if self._given is not None:
            return self._given
        loop = asyncio.get_running_loop()
        # Connections belong to the loop that opened them, and a script may run one after another.
        if self._own is None or self._own[0] is not loop:
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
            self._own = (loop, httpx.AsyncClient(timeout=None, follow_redirects=False, limits=limits))
        return self._own[1]


def _note(call: Call, attempt: int, outcome: str, began: float) -> None:
    ms = round((time.monotonic() - began) * 1000)
    log(logging.DEBUG, "A call was made.", call=call.name, attempt=attempt, outcome=outcome, ms=ms)


def _read_answer(response: httpx.Response) -> Any:
    if response.status_code == 204:
        return None
    try:
        body = response.json()
    except ValueError:
        body = _NOTHING
    if response.is_success and body is not _NOTHING:
        return body
    found = body.get("error") if isinstance(body, dict) else None
    error: dict[str, Any] = found if isinstance(found, dict) else {}
    status = response.status_code

    def text(name: str) -> str | None:
        value = error.get(name)
        return value if isinstance(value, str) else None

    raise RefusedError(
        text("code") or "unexpected_answer",
        status,
        text("message") or f"The answer with status {status} is not one of the platform's.",
        request_id=text("request_id") or response.headers.get("x-request-id"),
        path=text("path"),
        reason=text("reason"),
        hint=text("hint"),
        retry_after=parse_retry_after(response.headers.get("retry-after"), time.time()),
    )


_NOTHING = object()


def _delay_before(failure: Exception, attempt: int, retry: Retry) -> float | None:
    """How long to wait before the next try, or None where another try is of no use."""
    delay = backoff(attempt, retry.base, retry.longest)
    if not isinstance(failure, RefusedError):
        return delay
    asked = failure.retry_after or 0.0
    if not is_transient(failure.status) or asked > _LONGEST_RETRY_AFTER:
        return None
    return max(delay, asked)


def _read_base_url(base_url: str) -> str:
    """The base URL without white space around it and without a slash at its end."""
    parts = urlsplit(base_url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"base_url is not an http or https URL: {base_url!r}.")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
