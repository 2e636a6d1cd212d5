"""A person at the server: signs up, registers agents, opens rooms, writes and decides, all over HTTP."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any, Awaitable, Callable, TypeVar

import httpx

from .server import base_url

Json = dict[str, Any]
Value = TypeVar("Value")


async def until(look: Callable[[], Awaitable[Value | None]], seconds: float = 20) -> Value:
    """What ``look`` gives once that is something."""
    deadline = time.monotonic() + seconds
    while True:
        found = await look()
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"Nothing came within {seconds} seconds.")
        await asyncio.sleep(0.05)


class Person:
    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    @classmethod
    async def sign_up(cls) -> Person:
        person = cls(httpx.AsyncClient(base_url=base_url(), timeout=30))
        handle = f"p{secrets.token_hex(8)}"
        await person.call("POST", "/v1/users", {"handle": handle, "displayName": "Ada", "password": "correct horse battery"})
        return person

    async def leave(self) -> None:
        await self._http.aclose()

    async def call(self, method: str, path: str, body: object = None) -> Json:
        response = await self._http.request(method, path, json=body) if body is not None else await self._http.request(method, path)
        if not response.is_success:
            raise AssertionError(f"{method} {path} was answered {response.status_code}: {response.text}")
        return dict(response.json()) if response.content else {}

    async def register(self, **manifest: Any) -> dict[str, str]:
        """Registers an agent of their own, and returns what an Agent is made from."""
        whole = {"version": "1", "handle": f"a{secrets.token_hex(8)}", "name": "Example", "description": "An example."}
        answer = await self.call("POST", "/v1/agents", {"manifest": {**whole, "transport": "relay", **manifest}})
        credential = answer["credential"]
        return {
            "base_url": base_url(),
            "agent_id": answer["item"]["agentId"],
            "credential_id": credential["credentialId"],
            "secret": credential["secret"],
        }

    async def room_with(self, agent: dict[str, str], scopes: tuple[str, ...] = ()) -> Room:
        """Opens a room with an agent, and grants it these scopes."""
        answer = await self.call("POST", "/v1/conversations", {"agentIds": [agent["agent_id"]]})
        if scopes:
            await self.call("PUT", f"/v1/agents/{agent['agent_id']}/membership/grants", {"scopes": list(scopes)})
        return Room(self, answer["item"]["conversationId"])

    async def decides(self, decision: str, **more: Any) -> Json:
        """Waits until something is put to them, and decides it."""

        async def pending() -> Json | None:
            items = (await self.call("GET", "/v1/approvals?state=pending"))["items"]
            return dict(items[0]) if items else None

        approval = await until(pending)
        await self.call("POST", f"/v1/approvals/{approval['id']}/resolve", {"decision": decision, **more})
        return approval


class Room:
    def __init__(self, person: Person, conversation_id: str) -> None:
        self.person = person
        self.conversation_id = conversation_id
        self._path = f"/v1/conversations/{conversation_id}"

    async def says(self, text: str) -> Json:
        """Writes a message."""
        return await self.person.call("POST", f"{self._path}/messages", {"text": text})

    async def asks(self, text: str) -> Json:
        """Writes a message and returns the agent's answer once it is final."""
        return await self.answer_to(await self.says(text))

    async def answer_to(self, message: Json) -> Json:
        """The first final message of an agent after this one."""

        async def found() -> Json | None:
            items = await self.messages(after=message["seq"])
            return next((one for one in items if one["author"]["type"] == "agent" and not one["partial"]), None)

        return await until(found)

    async def messages(self, after: int = 0) -> list[Json]:
        return list((await self.person.call("GET", f"{self._path}/messages?after={after}"))["items"])

    async def partial(self) -> Json:
        """The draft that an agent shows."""

        async def found() -> Json | None:
            items = (await self.person.call("GET", f"{self._path}/messages"))["items"]
            return next((one for one in items if one["partial"]), None)

        return await until(found)

    async def stops(self, message: Json) -> None:
        await self.person.call("POST", f"{self._path}/messages/{message['messageId']}/stop")

    async def submits(self, message: Json, values: Json) -> Json:
        """Answers the form of a message, and returns what the agent says to it."""
        form_id = next(block["form_id"] for block in message["blocks"] if block["type"] == "form")
        await self.person.call("POST", f"{self._path}/messages/{message['messageId']}/forms/{form_id}/submit", values)
        return await self.answer_to(message)

    async def gives_task(self, instructions: str) -> str:
        body = {"title": "A task", "instructions": instructions}
        return str((await self.person.call("POST", f"{self._path}/tasks", body))["item"]["taskId"])

    async def task_in(self, task_id: str, status: str) -> Json:
        """The task once it has this status."""

        async def found() -> Json | None:
            task = (await self.person.call("GET", f"/v1/tasks/{task_id}"))["item"]
            return dict(task) if task["status"] == status else None

        return await until(found)

    async def delivery_of(self, message: Json) -> str:
        return str(message["deliveries"][0]["deliveryId"])


def texts(message: Json) -> str:
    """The words of a message."""
    return "\n".join(block["text"] for block in message["blocks"] if block["type"] == "text")
