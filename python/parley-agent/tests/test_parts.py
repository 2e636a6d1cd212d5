from __future__ import annotations

import json
import os
import tempfile
import time
import unittest
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from parley_agent import Agent, Approved, Denied, InvocationResult, PendingResult, blocks, check_blocks
from parley_agent._retry_after import parse_retry_after
from parley_agent._sse import FrameReader
from parley_agent._tables import BLOCK_SENDERS
from parley_agent.client import decision_arguments
from parley_agent.results import OpenResults, ResultsInMemory, decision_of, known_result_of
from parley_agent.seen import SeenInMemory, SeenInSqlite
from parley_agent.stopping import Stopped
from parley_agent.streaming import Draft


class Builders(unittest.TestCase):
    def test_there_is_a_builder_for_each_type_that_an_agent_may_send(self) -> None:
        sendable = [type for type, sender in BLOCK_SENDERS.items() if sender not in ("platform", "nobody")]
        self.assertEqual(len(BLOCK_SENDERS), 23)
        self.assertEqual(len(sendable), 21)
        for type in sendable:
            self.assertTrue(callable(getattr(blocks, "list_" if type == "list" else type)), type)

    def test_what_is_left_out_is_not_in_the_block(self) -> None:
        self.assertEqual(blocks.progress("Half"), {"type": "progress", "label": "Half"})
        self.assertEqual(blocks.progress("None", percent=0), {"type": "progress", "label": "None", "percent": 0})

    def test_times_and_choices_are_written_as_the_wire_has_them(self) -> None:
        starts = datetime(2026, 1, 31, 9, 0, tzinfo=timezone.utc)
        event = blocks.event("Tea", starts, ends_at="2026-01-31T10:00:00+01:00")
        self.assertEqual(event["starts_at"], "2026-01-31T09:00:00.000Z")
        check_blocks([event, blocks.card("Espresso", price={"amount": 3, "unit": "coin"}, actions=["Details"])])

    def test_blocks_of_every_builder_are_accepted(self) -> None:
        asset, task = f"ast_{'0' * 26}", f"tsk_{'0' * 26}"
        check_blocks(
            [
                blocks.image(asset, alt_text="A map"),
                blocks.file(asset, "notes.txt", size_bytes=3),
                blocks.audio(asset, duration_seconds=1.5),
                blocks.video(asset, width=640, height=480),
                blocks.form("order", [{"name": "size", "label": "Size", "field_type": "select", "options": blocks.choices(["S"])}]),
                blocks.task_update(task, "completed", note="Done"),
                blocks.table(("a", "b"), [("1", "2")]),
                blocks.thinking("Hm.", "signature"),
                blocks.tool_use("1", "search", {"q": "tea"}),
                blocks.tool_result("1", "found", is_error=False),
                blocks.location(48.2, 16.4, label="Vienna"),
                blocks.notification("Tea", "It is ready."),
                blocks.needs_human("I do not know."),
            ]
        )


class Drafts(unittest.TestCase):
    def test_each_kind_of_reply_holds_the_blocks_that_it_may(self) -> None:
        draft = Draft()
        draft.add([blocks.intent("Looking"), blocks.needs_human("Help")])
        draft.add(blocks.chart("bar", "day", [{"data_key": "cups"}], [{"day": "Mon", "cups": 3}]))
        draft.add("a" * 9_999)
        draft.add("bc")
        partial, final = draft.partial_blocks(), draft.final_blocks()
        self.assertEqual([block["type"] for block in partial], ["intent", "text", "text"])
        self.assertEqual([block["type"] for block in final], ["needs_human", "chart", "text", "text"])
        check_blocks(partial, "partial")
        check_blocks(final)


class Decisions(unittest.TestCase):
    def test_a_request_is_written_as_the_wire_has_it(self) -> None:
        self.assertEqual(decision_arguments("Go", None, None), {"action": "Go"})
        asked = decision_arguments("Book", {"Day": "Friday"}, {"guests": 4}, {"in": "Inside", "out": "Outside"}, ["/guests"], 60)
        self.assertEqual(asked["options"], [{"id": "in", "label": "Inside"}, {"id": "out", "label": "Outside"}])
        self.assertEqual((asked["editable"], asked["expires_in_minutes"]), (["/guests"], 60))
        rows = [{"id": "in", "label": "Inside", "detail": "Warm."}, {"id": "out", "label": "Outside"}]
        self.assertEqual(decision_arguments("Book", None, None, rows)["options"], rows)

    def test_what_was_chosen_changed_and_said_is_read(self) -> None:
        content = {"approved": True, "arguments": {"guests": 5}, "option": "in", "changed": ["/guests"], "reason": "Bea too."}
        decision = decision_of(_result("succeeded", content))
        self.assertEqual(decision, Approved(True, {"guests": 5}, "succeeded", "inv_1", "in", ("/guests",), "Bea too."))
        plain = decision_of(_result("succeeded", {"approved": True, "arguments": None}))
        self.assertEqual((plain.option, plain.changed, plain.reason), (None, (), None))
        pending = PendingResult("inv_1", "book", "decision.request", "cnv_1", "dlv_1", None, "")
        known = known_result_of(_result("succeeded", content), pending)
        self.assertEqual(known and (known.option, known.changed, known.reason), ("in", ("/guests",), "Bea too."))

    def test_a_denial_of_any_tool_says_why(self) -> None:
        denied = {"code": "denied_by_person", "reason": "Too dear."}
        self.assertEqual(decision_of(_result("denied", denied)), Denied(False, None, "denied", "inv_1", reason="Too dear."))
        self.assertEqual(_result("denied", denied, "coin.charge").reason, "Too dear.")
        self.assertIsNone(_result("succeeded", {"reason": "mine"}, "weather.today").reason)


def _result(outcome: Any, content: Any, tool: str = "decision.request") -> InvocationResult:
    return InvocationResult("inv_1", tool, outcome, content)


class Full(ResultsInMemory):
    def put(self, pending: PendingResult) -> None:
        raise OSError("The disk is full.")


class Desks(unittest.IsolatedAsyncioTestCase):
    async def test_a_result_whose_call_could_not_be_remembered_is_claimed_by_nobody(self) -> None:
        desk = OpenResults(Full())

        async def call() -> dict[str, Any]:
            return {"invocation_id": "inv_1"}

        def note(invocation_id: str) -> PendingResult:
            return PendingResult(invocation_id, "pay", "shop.pay", "cnv_1", "dlv_1", None, "2026-01-01T00:00:00.000Z")

        with self.assertRaises(OSError):
            await desk.run(call, note, "cnv_1", Stopped())
        result = {"invocation_id": "inv_1", "tool": "shop.pay", "outcome": "succeeded", "content": {}}
        taken = await desk.take({"conversation_id": "cnv_1", "tool_result": result})
        self.assertEqual((taken.is_claimed, taken.pending), (False, None))


class Frames(unittest.TestCase):
    def test_frames_are_read_however_their_bytes_are_cut(self) -> None:
        stream = ": hi\r\nevent: ready\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\nevent:delivery\ndata:ü\rdata: x\n\ndata: last\n\n".encode()
        for size in range(1, len(stream) + 1):
            reader, frames = FrameReader(), []
            for at in range(0, len(stream), size):
                frames += [tuple(frame) for frame in reader.feed(stream[at : at + size])]
            self.assertEqual(frames, [("ready", '{"a":\n1}'), ("delivery", "ü\nx"), ("message", "last")], size)


class RetryAfter(unittest.TestCase):
    def test_it_is_any_number_of_digits_or_a_date_in_one_of_three_forms_all_in_gmt(self) -> None:
        now = datetime(2026, 1, 31, 9, tzinfo=timezone.utc).timestamp()
        longest = (2**31 - 1) / 1000
        cases: dict[str | None, float | None] = {
            "0": 0,
            " 7 ": 7,
            "1234567": 1_234_567,
            "9" * 400: longest,
            "Sat, 31 Jan 2026 09:01:30 GMT": 90,
            "Saturday, 31-Jan-26 09:01:30 GMT": 90,
            "Sat Jan 31 09:01:30 2026": 90,
            "Sun Feb  1 09:00:00 2026": 86_400,
            "Sunday, 06-Nov-94 08:49:37 GMT": 0,
            "Monday, 31-Jan-77 09:00:00 GMT": 0,
            "Fri Jan  1 00:00:00 2100": longest,
            "Sat, 31 Feb 2026 09:00:00 GMT": None,
            "Sat, 31 Jan 2026 09:01:30 +0200": None,
            "1.5": None,
            "-1": None,
            "\u0663": None,
            "": None,
            None: None,
        }
        before = os.environ.get("TZ")
        try:
            os.environ["TZ"] = "Asia/Tokyo"
            time.tzset()
            for header, seconds in cases.items():
                with self.subTest(header=header):
                    self.assertEqual(parse_retry_after(header, now), seconds)
        finally:
            os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)
            time.tzset()


class Stores(unittest.TestCase):
    def test_a_file_remembers_over_processes_and_gives_back_what_was_not_finished(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "seen.sqlite")
            before = SeenInSqlite(path)
            self.assertEqual([before.accept("one", b"1"), before.accept("two", b"2"), before.accept("one", b"1")], [True, True, False])
            before.finish("one", "handled")
            before.close()
            after = SeenInSqlite(path)
            self.assertEqual(list(after.unfinished()), [b"2"])
            self.assertFalse(after.accept("one", b"1"))
            after.finish("two", "failed")
            self.assertTrue(after.accept("two", b"2"))
            after.close()

    def test_memory_forgets_the_oldest_and_what_failed(self) -> None:
        seen = SeenInMemory(capacity=2)
        self.assertEqual([seen.accept(name, b"") for name in ("a", "b", "a", "c", "a")], [True, True, False, True, True])
        seen.finish("a", "failed")
        self.assertTrue(seen.accept("a", b""))


class Environments(unittest.TestCase):
    def test_a_value_is_taken_from_the_file_that_is_named_which_goes_first(self) -> None:
        secret = "A" * 43
        env = {
            "PARLEY_BASE_URL": "http://127.0.0.1:1",
            "PARLEY_AGENT_ID": f"agt_{'0' * 26}",
            "PARLEY_CREDENTIAL_ID": f"cred_{'0' * 26}",
            "PARLEY_AGENT_SECRET": "not one",
        }
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "secret"
            env["PARLEY_AGENT_SECRET_FILE"] = str(file)
            with self.assertRaisesRegex(ValueError, "PARLEY_AGENT_SECRET_FILE names .*secret, which cannot be read"):
                Agent.from_env(env)
            file.write_text(" \n", "utf-8")
            with self.assertRaisesRegex(ValueError, "which is empty"):
                Agent.from_env(env)
            file.write_text(f"{secret}\n", "utf-8")
            self.assertIsInstance(Agent.from_env(env), Agent)


class Tables(unittest.TestCase):
    def test_the_version_is_that_of_the_other_packages(self) -> None:
        from parley_agent import __version__

        from .vectors import ROOT

        self.assertEqual(__version__, json.loads((ROOT / "package.json").read_text("utf-8"))["version"])
        self.assertIn(f'version = "{__version__}"', (ROOT / "python/parley-agent/pyproject.toml").read_text("utf-8"))
