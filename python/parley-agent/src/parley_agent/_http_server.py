from __future__ import annotations

import asyncio
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from .webhook import BODY_BYTES, Receiver, WebhookAnswer, answer

#: How much of a body that is too long is read all the same.
_DRAIN_BYTES = 16 * BODY_BYTES


class WebhookServer:
    """A small HTTP server for deliveries, with nothing but the standard library: behind a proxy, or on a machine of one's own."""

    def __init__(self, agent: Receiver, host: str, port: int) -> None:
        handler = _handler_of(agent, asyncio.get_running_loop())
        self._server = ThreadingHTTPServer((host, port), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, name="parley-webhook", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """Where it listens: the one that was asked for, or the free one that was found for port 0."""
        return int(self._server.server_address[1])

    async def close(self) -> None:
        """Takes no more requests."""
        await asyncio.get_running_loop().run_in_executor(None, self._server.shutdown)
        self._server.server_close()


def _handler_of(agent: Receiver, loop: asyncio.AbstractEventLoop) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        #: How long a request may take to come in, in seconds.
        timeout = 30

        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if not length.isdecimal():
                return self._answer(answer(411, "length_required"), ends=True)
            if int(length) > BODY_BYTES:
                self._answer(answer(413, "payload_too_large"), ends=True)
                # A connection that is closed over unread bytes takes the answer with it.
                left = min(int(length), _DRAIN_BYTES)
                while left > 0 and (chunk := self.rfile.read(min(left, 65536))):
                    left -= len(chunk)
                return
            body = self.rfile.read(int(length))
            taking = asyncio.run_coroutine_threadsafe(agent.handle("POST", self.headers.items(), body), loop)
            self._answer(taking.result())

        def do_GET(self) -> None:
            self._answer(answer(405, "method_not_allowed", {"Allow": "POST"}), ends=True)

        do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_GET

        def _answer(self, given: WebhookAnswer, ends: bool = False) -> None:
            self.send_response(given.status)
            for name, value in given.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(given.body)))
            if ends:
                self.send_header("Connection", "close")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(given.body)

        def log_message(self, format: str, *args: Any) -> None:
            """Deliveries are in the agent's own log."""

    return Handler
