"""The examples, each run as a program of its own against the real server, and the first sample of the README."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
import tempfile
from pathlib import Path

from parley_agent import Context

from .person import Json, Room, texts, until
from .server import base_url, free_port
from .vectors import ROOT
from .world import WorldTest

PACKAGE = Path(__file__).resolve().parents[1]
EXAMPLES = PACKAGE / "examples"
README = (PACKAGE / "README.md").read_text("utf-8")


class Program:
    """A Python program that runs beside the test."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._output = b""
        self._reading = asyncio.ensure_future(self._read())

    @classmethod
    async def start(cls, path: Path, registered: dict[str, str], folder: str | None = None, **more: str) -> Program:
        environment = {
            **os.environ,
            "PARLEY_BASE_URL": registered["base_url"],
            "PARLEY_AGENT_ID": registered["agent_id"],
            "PARLEY_CREDENTIAL_ID": registered["credential_id"],
            "PARLEY_AGENT_SECRET": registered["secret"],
            **more,
        }
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, str(path)]
        return cls(await asyncio.create_subprocess_exec(*command, cwd=folder, env=environment, stderr=pipe))

    async def is_open(self) -> None:
        async def look() -> bool:
            if self._process.returncode is not None:
                raise AssertionError(f"It ended: {self._output.decode()}")
            return b" is open." in self._output

        await until(look, 30)

    async def stop(self) -> int:
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        return await self.ended()

    async def ended(self) -> int:
        """Waits until it ends of itself, and gives its exit code."""
        await self._reading
        return await self._process.wait()

    async def _read(self) -> None:
        assert self._process.stderr is not None
        while chunk := await self._process.stderr.read(1024):
            self._output += chunk


class ExampleTest(WorldTest):
    async def run_example(self, name: str, *scopes: str, **more: str) -> tuple[Program, Room]:
        requested = [{"scope": scope, "reason": "A test."} for scope in scopes]
        registered = await self.ada.register(requested_scopes=requested)
        program = await Program.start(EXAMPLES / name, registered, **more)
        self.addAsyncCleanup(program.stop)
        await program.is_open()
        return program, await self.ada.room_with(registered, scopes)


class Examples(ExampleTest):
    async def test_the_first_sample_of_the_readme_is_the_echo_in_at_most_20_lines(self) -> None:
        found = re.search(r"```python\n(.*?)```", README, re.DOTALL)
        sample = found[1] if found else ""
        self.assertLessEqual(len(sample.splitlines()), 20)
        self.assertEqual(sample, (EXAMPLES / "echo.py").read_text("utf-8"))
        program, room = await self.run_example("echo.py")
        self.assertEqual(texts(await room.asks("hello")), "You said: hello")
        self.assertEqual(await program.stop(), 0)

    async def test_the_streaming_one_streams(self) -> None:
        _, room = await self.run_example("streaming.py")
        sent = await room.says("why?")
        self.assertTrue((await room.partial())["blocks"])
        self.assertTrue(texts(await room.answer_to(sent)).startswith("You asked “why?”."))

    async def test_the_one_with_a_form_answers_it(self) -> None:
        _, room = await self.run_example("form.py")
        asked = await room.asks("hello")
        self.assertEqual(texts(await room.submits(asked, {"drink": "Tea", "cups": 2})), "2 × Tea, coming up.")

    async def test_the_one_that_asks_first_acts_once_it_is_approved(self) -> None:
        _, room = await self.run_example("decision.py", "decision.request")
        sent = await room.says("delete notes.txt")
        await self.ada.decides("approved")
        self.assertEqual((await room.answer_to(sent))["blocks"][0]["items"], ["plans.txt"])

    async def test_the_one_that_books_takes_what_the_person_chose_and_changed(self) -> None:
        _, room = await self.run_example("booking.py", "decision.request")
        sent = await room.says("book a table")
        await self.ada.decides("approved", option="garden", arguments={"guests": 3})
        self.assertEqual(texts(await room.answer_to(sent)), "A table for 3: garden.")

    async def test_the_one_with_a_task_completes_it(self) -> None:
        _, room = await self.run_example("task.py")
        task = await room.task_in(await room.gives_task("one\ntwo"), "completed")
        self.assertEqual([step["note"] for step in task["history"] if step["note"]], ["one", "two"])

    async def test_the_one_with_blocks_shows_ten(self) -> None:
        _, room = await self.run_example("blocks.py")
        self.assertEqual(len((await room.asks("blocks"))["blocks"]), 10)

    async def test_the_nightly_one_sends_and_ends(self) -> None:
        registered = await self.ada.register(requested_scopes=[{"scope": "proactive.message", "reason": "A test."}])
        room = await self.ada.room_with(registered, ("proactive.message",))
        program = await Program.start(EXAMPLES / "nightly.py", registered, ROOM=room.conversation_id)

        async def arrived() -> bool:
            return "The backup is done." in [texts(one) for one in await room.messages()]

        await until(arrived)
        self.assertEqual(await program.ended(), 0)

    async def test_the_one_with_a_store_remembers_after_a_restart(self) -> None:
        registered = await self.ada.register()
        first, second = await self.ada.room_with(registered), await self.ada.room_with(registered)
        with tempfile.TemporaryDirectory() as folder:
            for cup in (1, 2):
                program = await Program.start(EXAMPLES / "store.py", registered, folder=folder)
                self.addAsyncCleanup(program.stop)
                await program.is_open()
                self.assertEqual(texts(await first.asks("tea")), f"Cup {cup} of this conversation.")
                before = "nothing yet" if cup == 1 else "hello"
                self.assertEqual(texts(await second.asks("hello")), f"Before, you wrote: {before}.")
                self.assertEqual(await program.stop(), 0)

    async def helper(self, words: str | None) -> str:
        """The id of a helper that answers its caller with these words, or says nothing."""
        registered = await self.ada.register()
        helper = self.make(registered)

        @helper.on("agent.call")
        async def answer(ctx: Context) -> None:
            if words is not None:
                await ctx.reply(words, to_agent_id=ctx.envelope["agent_call"]["from_agent_id"])

        await helper.start_relay()
        await self.ada.room_with(registered)
        return registered["agent_id"]

    async def test_the_one_that_asks_three_helpers_goes_on_with_the_first_two_answers(self) -> None:
        helpers = [await self.helper(words) for words in ("In May.", None, "In March.")]
        _, room = await self.run_example("fan_out.py", HELPERS=",".join(helpers))
        await room.says("When do I sow?")
        answer = await self.last_of(room, "2 of 3 answered:")
        self.assertEqual(sorted(texts(answer).split("\n")[1:]), ["In March.", "In May."])

    async def test_the_one_that_asks_three_helpers_leaves_out_one_that_cannot_be_called_and_ends_with_stop(self) -> None:
        stranger = (await self.ada.register())["agent_id"]
        helpers = [stranger, await self.helper("In May."), await self.helper(None)]
        _, room = await self.run_example("fan_out.py", HELPERS=",".join(helpers))
        asked = await room.says("When do I sow?")

        async def called() -> bool:
            return len([one for one in await room.messages() if one["author"]["type"] == "agent"]) == 2

        await until(called)
        await room.stops(asked)
        # The handler is over: the next message has its turn.
        await room.says("And peas?")
        await until(lambda: self.is_asked(room, "And peas?"))
        self.assertFalse([one for one in await room.messages() if "answered:" in texts(one)])

    async def is_asked(self, room: Room, words: str) -> bool:
        return any(texts(one) == words for one in await room.messages())

    async def last_of(self, room: Room, beginning: str) -> Json:
        """The message of these first words."""

        async def found() -> Json | None:
            return next((one for one in await room.messages() if texts(one).startswith(beginning)), None)

        return await until(found)

    async def test_every_example_is_valid_python(self) -> None:
        for path in sorted(EXAMPLES.glob("*.py")):
            compile(path.read_text("utf-8"), str(path), "exec")


class Doctor(ExampleTest):
    async def test_parley_doctor_finds_nothing_wrong_with_the_echo_at_a_webhook(self) -> None:
        port, platform = free_port(), f"http://127.0.0.1:{free_port()}"
        registered = await self.ada.register(transport="webhook", webhook_url=f"http://127.0.0.1:{port}/hooks")
        # The doctor stands in for the platform and sees what the agent sends.
        program = await Program.start(EXAMPLES / "echo_webhook.py", {**registered, "base_url": platform}, PORT=str(port))
        self.addAsyncCleanup(program.stop)
        await program.is_open()
        environment = {
            **os.environ,
            "PARLEY_BASE_URL": platform,
            "PARLEY_AGENT_ID": registered["agent_id"],
            "PARLEY_CREDENTIAL_ID": registered["credential_id"],
            "PARLEY_AGENT_SECRET": registered["secret"],
        }
        command = ["node", str(ROOT / "packages/cli/dist/main.js"), "doctor", "--json", "--agent", f"http://127.0.0.1:{port}/hooks"]
        pipe = asyncio.subprocess.PIPE
        doctor = await asyncio.create_subprocess_exec(*command, env=environment, stdout=pipe, stderr=pipe)
        out, said = await asyncio.wait_for(doctor.communicate(), 120)
        checks = json.loads(out)["checks"]
        self.assertEqual([check for check in checks if not check["ok"]], [], said.decode())
        self.assertLessEqual({"signature", "dedupe", "replay"}, {check["name"] for check in checks})
        self.assertEqual(doctor.returncode, 0)

    async def test_the_echo_at_a_webhook_answers_on_the_real_platform(self) -> None:
        port = free_port()
        registered = await self.ada.register(transport="webhook", webhook_url=f"http://127.0.0.1:{port}/hooks")
        self.assertEqual(registered["base_url"], base_url())
        program = await Program.start(EXAMPLES / "echo_webhook.py", registered, PORT=str(port))
        self.addAsyncCleanup(program.stop)
        await program.is_open()
        room = await self.ada.room_with(registered)
        self.assertEqual(texts(await room.asks("hello")), "You said: hello")
        self.assertEqual(await program.stop(), 0)
