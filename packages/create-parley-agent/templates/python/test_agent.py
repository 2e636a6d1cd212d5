from __future__ import annotations

import base64
import json
import time
import unittest
from typing import Any

import httpx
from parley_agent import Agent, sign

from agent import add_handlers

AGENT, CREDENTIAL, SECRET = f"agt_{'0' * 26}", f"cred_{'0' * 26}", bytes(32)


class Echo(unittest.IsolatedAsyncioTestCase):
    """Deliveries as the platform signs them; what the agent calls is kept, and answered here."""

    async def asyncSetUp(self) -> None:
        self.replies: list[dict[str, Any]] = []
        secret = base64.urlsafe_b64encode(SECRET).decode().rstrip("=")
        http = httpx.AsyncClient(transport=httpx.MockTransport(self.platform))
        self.agent = add_handlers(Agent("https://parley.example", AGENT, CREDENTIAL, secret, http=http))
        self.addAsyncCleanup(self.agent.stop, 1)

    def platform(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/hooks/v1/reply":
            self.replies.append(json.loads(request.content))
            return httpx.Response(201, json={"message_id": f"msg_{'0' * 26}", "partial": False})
        return httpx.Response(404, json={"error": {"code": "route_not_found", "message": "Not in this test."}})

    async def delivered(self, text: str, number: int, secret: bytes = SECRET) -> int:
        """Delivers a message; returns the status of the answer, once its handler is done."""
        now = "2026-01-31T09:00:00.000Z"
        user = f"usr_{'0' * 26}"
        message = {"id": f"msg_{'0' * 26}", "author": "user", "author_id": user, "text": text, "created_at": now}
        body = json.dumps(
            {
                "version": "1",
                "event": "message.created",
                "delivery_id": f"dlv_{number:026}",
                "agent_id": AGENT,
                "conversation_id": f"cnv_{'0' * 26}",
                "created_at": now,
                "user": {"id": user, "locale": "en", "timezone": "UTC"},
                "task_id": None,
                "messages": [message],
            }
        ).encode()
        headers = {
            "content-type": "application/json",
            "authorization": f"HMAC {AGENT}/{CREDENTIAL}",
            "x-platform-signature": sign(secret, int(time.time()), body),
        }
        return (await self.agent.handle("POST", headers, body, wait=True)).status

    async def test_it_says_back_what_it_was_told(self) -> None:
        self.assertEqual(await self.delivered("hello", 1), 200)
        self.assertEqual([reply["blocks"] for reply in self.replies], [[{"type": "text", "text": "You said: hello"}]])

    async def test_it_says_what_it_is_for(self) -> None:
        await self.delivered("help", 1)
        self.assertIn("I say it back", self.replies[0]["blocks"][0]["text"])

    async def test_what_the_platform_did_not_sign_is_refused(self) -> None:
        self.assertEqual(await self.delivered("hello", 1, secret=bytes(31) + b"x"), 401)
        self.assertEqual(self.replies, [])


if __name__ == "__main__":
    unittest.main()
