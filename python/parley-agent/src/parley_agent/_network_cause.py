from __future__ import annotations

import errno
import re
import socket
import ssl
from typing import Iterator
from urllib.parse import urlsplit

import httpx

_ADDRESS = re.compile(r"\('([^']+)', (\d+)")


def describe_failure(failure: BaseException, base_url: str) -> str:
    """What went wrong, without a full stop. A connection that was not made is described by its cause and its address, as Node.js does it:
    ``connect ECONNREFUSED 127.0.0.1:4600``. The message of httpx is only "All connection attempts failed"."""
    causes = list(_causes(failure))
    if isinstance(failure, httpx.ConnectError):
        for cause in causes:
            if isinstance(cause, socket.gaierror):
                return f"getaddrinfo {_resolver_code(cause)} {urlsplit(base_url).hostname}"
            # The numbers of an SSLError, which is an OSError too, are not those of the system.
            code = errno.errorcode.get(cause.errno or 0) if isinstance(cause, OSError) else None
            if code is not None and not isinstance(cause, ssl.SSLError):
                return f"connect {code} {_address(cause, base_url)}"
    # Some failures have no words of their own.
    said = (str(cause).rstrip(".") for cause in causes)
    return next((words for words in said if words), type(failure).__name__)


def _causes(failure: BaseException) -> Iterator[BaseException]:
    """The failure and what is beneath it; of several that failed together, the first. Only httpcore leaves its causes in ``__context__``:
    elsewhere that may be an exception of the program, which made this call while it handled one."""
    beneath: BaseException | None = failure
    while beneath is not None:
        yield beneath
        several = getattr(beneath, "exceptions", None)
        is_httpcore = type(beneath).__module__.split(".")[0] == "httpcore"
        beneath = several[0] if several else beneath.__cause__ or (beneath.__context__ if is_httpcore else None)


def _address(cause: BaseException, base_url: str) -> str:
    """The address that asyncio names, which is that of a proxy where there is one; else that of the platform."""
    named = _ADDRESS.search(str(cause))
    if named:
        host, port = named[1], named[2]
    else:
        parts = urlsplit(base_url)
        host, port = parts.hostname or "", str(parts.port or (443 if parts.scheme == "https" else 80))
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _resolver_code(cause: socket.gaierror) -> str:
    names = {getattr(socket, name): name for name in ("EAI_AGAIN", "EAI_FAIL", "EAI_MEMORY") if hasattr(socket, name)}
    return names.get(cause.errno, "ENOTFOUND")
