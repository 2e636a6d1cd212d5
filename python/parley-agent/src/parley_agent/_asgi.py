from __future__ import annotations

from typing import Any, Awaitable, Callable

from .webhook import BODY_BYTES, Receiver, WebhookAnswer, answer

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
AsgiApp = Callable[[Scope, Receive, Send], Awaitable[None]]


def asgi_app(agent: Receiver) -> AsgiApp:
    """An ASGI application that takes deliveries at every path; it stops the agent when its server stops."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(agent, receive, send)
        elif scope["type"] == "http":
            await _send(send, await _take(agent, scope, receive))

    return app


async def _take(agent: Receiver, scope: Scope, receive: Receive) -> WebhookAnswer:
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > BODY_BYTES:
            return answer(413, "payload_too_large")
        if not message.get("more_body"):
            break
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
    return await agent.handle(scope["method"], headers, body)


async def _send(send: Send, given: WebhookAnswer) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in given.headers.items()]
    headers.append((b"content-length", str(len(given.body)).encode()))
    await send({"type": "http.response.start", "status": given.status, "headers": headers})
    await send({"type": "http.response.body", "body": given.body})


async def _live(agent: Receiver, receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await agent.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return
