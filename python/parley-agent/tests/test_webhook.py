from __future__ import annotations

import asyncio
import json
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from parley_agent import Agent, Context, SeenInSqlite, sign
from parley_agent.signing import read_credential

from .person import Room, texts, until
from .server import free_port
from .vectors import FOLDER
from .world import WorldTest

#: A trace as W3C Trace Context writes one.
TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


class WebhookTest(WorldTest):
    async def serve(self, **options: Any) -> tuple[Agent, Room, dict[str, str]]:
        """An agent that is registered for webhooks and listens on a port of this machine."""
        port = free_port()
        self.url = f"http://127.0.0.1:{port}/hooks"
        registered = await self.ada.register(transport="webhook", webhook_url=self.url)
        agent = self.make(registered, **options)
        server = await agent.start_webhook(port)
        self.addAsyncCleanup(server.close)
        return agent, await self.ada.room_with(registered), registered

    def delivery(self, registered: dict[str, str], **changes: Any) -> tuple[dict[str, str], bytes]:
        """The headers and the body of a delivery as the platform would sign it."""
        envelope = json.loads((FOLDER / "envelopes/valid/message.created.json").read_text("utf-8"))
        now = int(time.time()) + changes.pop("off_seconds", 0)
        body = json.dumps({**envelope, "agent_id": registered["agent_id"], **changes}).encode()
        credential = read_credential(registered["agent_id"], registered["credential_id"], registered["secret"])
        return {"Authorization": credential.authorization, "X-Platform-Signature": sign(credential.key, now, body)}, body


class Webhooks(WebhookTest):
    async def test_a_message_is_answered(self) -> None:
        agent, room, _ = await self.serve()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            await ctx.reply(f"You said: {ctx.text}")

        self.assertEqual(texts(await room.asks("hello")), "You said: hello")

    async def test_a_replay_by_the_owner_is_acknowledged_and_not_handled_again(self) -> None:
        agent, room, registered = await self.serve()
        handled: list[str] = []

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            handled.append(ctx.delivery_id)
            await ctx.reply("Once.")

        sent = await room.says("hello")
        await room.answer_to(sent)
        delivery_id = sent["deliveries"][0]["deliveryId"]
        path = f"/v1/agents/{registered['agent_id']}/deliveries"

        async def attempts(count: int) -> bool:
            items = (await self.ada.call("GET", path))["items"]
            one = next(item for item in items if item["deliveryId"] == delivery_id)
            return bool(one["status"] == "delivered" and one["attemptCount"] >= count)

        await until(lambda: attempts(1))
        await self.ada.call("POST", f"{path}/{delivery_id}/replay")
        await until(lambda: attempts(2))
        self.assertEqual(handled, [delivery_id])

    async def test_a_bad_signature_is_refused_and_handled_by_nobody(self) -> None:
        agent, _, registered = await self.serve()
        handled: list[str] = []

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            handled.append(ctx.text)

        headers, body = self.delivery(registered)
        stale, _ = self.delivery(registered, off_seconds=-301)
        early, _ = self.delivery(registered, off_seconds=310)
        forged = {**headers, "X-Platform-Signature": headers["X-Platform-Signature"][:-1] + "x"}
        other = {**headers, "Authorization": headers["Authorization"].replace("agt_0", "agt_1")}
        async with httpx.AsyncClient() as http:
            for wrong in (forged, stale, early, other, {}):
                answer_to_it = await http.post(self.url, headers=wrong, content=body)
                self.assertEqual((answer_to_it.status_code, answer_to_it.json()["error"]["code"]), (401, "unauthorized"))
            self.assertEqual((await http.post(self.url, headers=headers, content=body + b" ")).status_code, 401)
        await agent.stop()
        self.assertEqual(handled, [])

    async def test_what_is_no_delivery_is_refused_by_its_status(self) -> None:
        agent, _, registered = await self.serve()
        async with httpx.AsyncClient() as http:
            self.assertEqual((await http.get(self.url)).status_code, 405)
            self.assertEqual((await http.post(self.url, content=b"x" * (1024 * 1024 + 1))).status_code, 413)
        headers, body = self.delivery(registered, version="2")
        self.assertEqual((await agent.handle("POST", headers, body)).status, 400)
        headers, body = self.delivery(registered, event="moon.rose")
        self.assertEqual((await agent.handle("POST", headers, body)).status, 200)

    async def test_a_credential_that_is_not_known_yet_makes_the_platform_come_back(self) -> None:
        agent, _, registered = await self.serve()
        issued = await self.ada.call("POST", f"/v1/agents/{registered['agent_id']}/credentials")
        newer = {**registered, "credential_id": issued["credential"]["credentialId"], "secret": issued["credential"]["secret"]}
        headers, body = self.delivery(newer)
        answer = await agent.handle("POST", headers, body)
        self.assertEqual((answer.status, answer.headers["Retry-After"]), (503, "30"))
        both = self.make(registered, other_credentials=[(newer["credential_id"], newer["secret"])])
        self.assertEqual((await both.handle("POST", headers, body)).status, 200)

    async def test_handle_waits_for_the_handlers_where_it_is_told_to(self) -> None:
        registered = await self.ada.register(transport="webhook", webhook_url="http://127.0.0.1:9/hooks")
        agent = self.make(registered)
        handled: list[str | None] = []

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            await asyncio.sleep(0)
            handled.append(ctx.traceparent)

        headers, body = self.delivery(registered)
        answered = await agent.handle("POST", {**headers, "Traceparent": TRACE}, body, wait=True)
        self.assertEqual((answered.status, handled), (200, [TRACE]))
        self.assertEqual((await agent.handle("POST", headers, body, wait=True)).status, 200)
        self.assertEqual(len(handled), 1)

    async def test_a_function_may_have_an_event_loop_of_its_own_for_each_request(self) -> None:
        agent, room, registered = await self.serve()
        function = self.make(registered)

        @function.on("message.created")
        async def answer(ctx: Context) -> None:
            await ctx.reply("From a function.", idempotency_key=ctx.delivery_id)

        @agent.on("message.created")
        async def pass_on(ctx: Context) -> None:
            headers, body = self.delivery(registered, **ctx.envelope)
            # As Lambda and its like: a loop that ends with the answer.
            once = asyncio.to_thread(lambda: asyncio.run(function.handle("POST", headers, body, wait=True)))
            self.assertEqual((await once).status, 200)

        self.assertEqual(texts(await room.asks("one")), "From a function.")
        self.assertEqual(texts(await room.asks("two")), "From a function.")

    async def test_what_a_crash_left_unfinished_is_handled_at_the_next_start(self) -> None:
        registered = await self.ada.register(transport="webhook", webhook_url="http://127.0.0.1:9/hooks")
        headers, body = self.delivery(registered)
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "seen.sqlite")
            crashed = SeenInSqlite(path)
            crashed.accept(json.loads(body)["delivery_id"], body)
            crashed.close()
            seen = SeenInSqlite(path)
            self.addCleanup(seen.close)
            agent = self.make(registered, seen=seen)
            handled: list[str] = []

            @agent.on("message.created")
            async def answer(ctx: Context) -> None:
                handled.append(ctx.delivery_id)

            self.assertEqual((await agent.handle("POST", headers, body, wait=True)).status, 200)
            await agent.stop()
            self.assertEqual(handled, [json.loads(body)["delivery_id"]])
            self.assertEqual(list(seen.unfinished()), [])

    async def test_an_agent_that_is_registered_for_the_relay_is_told(self) -> None:
        registered = await self.ada.register()
        agent = self.make(registered)
        with self.assertLogs("parley_agent", "WARNING") as logged:
            await agent.handle("GET", {}, b"")
            await until(lambda: _said(logged.output))
        self.assertIn("start_relay", logged.output[0])

    async def test_the_asgi_application_takes_deliveries_and_stops_the_agent(self) -> None:
        registered = await self.ada.register(transport="webhook", webhook_url="http://127.0.0.1:9/hooks")
        agent = self.make(registered)
        handled = asyncio.Event()

        @agent.on("message.created")
        async def answer(ctx: Context) -> None:
            handled.set()

        app = agent.asgi_app()
        headers, body = self.delivery(registered)
        transport = httpx.ASGITransport(app)  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://agent") as http:
            self.assertEqual((await http.post("/hooks", headers=headers, content=body)).status_code, 200)
            self.assertEqual((await http.post("/hooks", headers=headers, content=body + b"\n")).status_code, 401)
            self.assertEqual((await http.post("/", content=b"x" * (1024 * 1024 + 1))).status_code, 413)
        await asyncio.wait_for(handled.wait(), 10)
        sent: list[str] = []

        async def receive() -> dict[str, Any]:
            return {"type": "lifespan.startup" if not sent else "lifespan.shutdown"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message["type"])

        await app({"type": "lifespan"}, receive, send)
        self.assertEqual(sent, ["lifespan.startup.complete", "lifespan.shutdown.complete"])
        headers, body = self.delivery(registered)
        self.assertEqual((await agent.handle("POST", headers, body)).status, 503)


async def _said(lines: list[str]) -> bool:
    return len(lines) > 0
