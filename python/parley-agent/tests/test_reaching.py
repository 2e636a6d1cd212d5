"""The address of the platform, and what is said where nothing answers there."""

from __future__ import annotations

import asyncio
import socket
import unittest
from datetime import datetime, timedelta, timezone
from typing import Any

import httpx

from parley_agent import Agent, NetworkError, RefusedError, Retry
from parley_agent._network_cause import describe_failure

from .person import until
from .server import free_port


def agent_at(base_url: str, **options: Any) -> Agent:
    ids: dict[str, Any] = {"agent_id": f"agt_{'0' * 26}", "credential_id": f"cred_{'0' * 26}", "secret": "A" * 43}
    return Agent(base_url, **ids, retry=Retry(retries=1, base=0.01), **options)


class Addresses(unittest.IsolatedAsyncioTestCase):
    async def test_white_space_and_slashes_around_the_base_url_are_left_out(self) -> None:
        asked: list[str] = []

        def answer(request: httpx.Request) -> httpx.Response:
            asked.append(str(request.url))
            return httpx.Response(200, json={"items": []})

        for given in (" http://127.0.0.1:4744/ ", "http://127.0.0.1:4744//\n", "\thttp://127.0.0.1:4744"):
            http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
            await agent_at(given, http=http).client.list_tools()
        self.assertEqual(set(asked), {"http://127.0.0.1:4744/hooks/v1/tools"})


class Unreachable(unittest.IsolatedAsyncioTestCase):
    async def test_a_call_names_the_address_the_cause_and_a_hint(self) -> None:
        port = free_port()
        with self.assertRaises(NetworkError) as caught:
            await agent_at(f"http://127.0.0.1:{port}").client.list_tools()
        hint = "Check that the platform runs at the base URL (PARLEY_BASE_URL), and that this machine can reach it."
        said = f"No answer to GET /hooks/v1/tools after 2 tries: connect ECONNREFUSED 127.0.0.1:{port}. {hint}"
        self.assertEqual(str(caught.exception), said)
        self.assertEqual(caught.exception.attempts, 2)
        self.assertIsInstance(caught.exception.__cause__, httpx.ConnectError)

    async def test_so_does_the_log_of_a_relay_that_does_not_open(self) -> None:
        port = free_port()
        agent = agent_at(f"http://127.0.0.1:{port}")

        async def has_said() -> bool:
            return bool(logged.output)

        with self.assertLogs("parley_agent", "WARNING") as logged:
            starting = asyncio.ensure_future(agent.start_relay())
            await until(has_said)
            await agent.stop()
            await starting
        said = f"No answer to GET /hooks/v1/stream: connect ECONNREFUSED 127.0.0.1:{port}. Check that the platform runs"
        self.assertIn(said, logged.output[0])

    def test_names_that_are_not_found_and_failures_without_words_are_named(self) -> None:
        unknown = httpx.ConnectError("[Errno -2] Name or service not known")
        unknown.__cause__ = socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        self.assertEqual(describe_failure(unknown, "https://parley.invalid"), "getaddrinfo ENOTFOUND parley.invalid")
        refused = httpx.ConnectError("All connection attempts failed")
        refused.__cause__ = ConnectionRefusedError(111, "Connection refused")
        self.assertEqual(describe_failure(refused, "https://parley.test"), "connect ECONNREFUSED parley.test:443")
        silent = httpx.ReadTimeout("")
        silent.__context__ = FileNotFoundError(2, "What the program handles meanwhile.")
        self.assertEqual(describe_failure(silent, "https://parley.test"), "ReadTimeout")
        self.assertEqual(describe_failure(httpx.ReadError("It broke."), "https://parley.test"), "It broke")


class Schedules(unittest.IsolatedAsyncioTestCase):
    async def test_a_datetime_without_a_time_zone_is_refused_before_it_is_sent(self) -> None:
        sent: list[bytes] = []

        def answer(request: httpx.Request) -> httpx.Response:
            sent.append(request.content)
            return httpx.Response(200, json={"schedule_id": "sch_1"})

        agent = agent_at("http://127.0.0.1:4744", http=httpx.AsyncClient(transport=httpx.MockTransport(answer)))
        with self.assertRaises(RefusedError) as caught:
            await agent.client.schedule("dlv_1", "Tea", at=datetime(2026, 1, 31, 9))
        self.assertEqual((caught.exception.code, caught.exception.path, sent), ("malformed_request", "/at", []))
        self.assertRegex(str(caught.exception), r"no time zone.*datetime\.now\(timezone\.utc\)")
        zoned = datetime(2026, 1, 31, 9, tzinfo=timezone(timedelta(hours=2)))
        await agent.client.schedule("dlv_1", "Tea", at=zoned)
        await agent.client.schedule("dlv_1", "Tea", at="tomorrow")
        self.assertIn(b'"at":"2026-01-31T09:00:00+02:00"', sent[0])
        self.assertIn(b'"at":"tomorrow"', sent[1])
