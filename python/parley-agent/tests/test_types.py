"""What ``mypy --strict`` says of programs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from importlib.util import find_spec
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "src"
PROGRAM = '''
from parley_agent import Context, SendableBlock, SentMessage, text


async def answer(ctx: Context) -> None:
    await ctx.reply(await ctx.call("agt_1", "When?"))
    await ctx.reply([text("They said:"), *await ctx.call("agt_1", "When?")])
    said = [block for answer in [await ctx.call("agt_1", "When?")] for block in answer]
    await ctx.reply([*said, text("That was all.")])


async def count(blocks: list[SendableBlock]) -> int:
    return len(blocks)


async def stream(ctx: Context) -> None:
    plain: SentMessage = await ctx.stream(["a"], idempotency_key="once")
    counted: int = await ctx.stream(["a"], send=count)
    answered: SentMessage = await ctx.stream(["a"], send=lambda blocks: ctx.reply(blocks, to_agent_id="agt_1"))
    await ctx.stream(["a"], send=lambda blocks: ctx.update_task("completed", content=blocks))
    print(plain, counted, answered)
'''


@unittest.skipUnless(find_spec("mypy"), "mypy is not installed.")
class Types(unittest.TestCase):
    def test_what_a_call_gives_is_blocks_and_a_stream_gives_what_its_send_gives(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program.py"
            program.write_text(PROGRAM, "utf-8")
            command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", f"{folder}/cache", str(program)]
            environment = {**os.environ, "MYPYPATH": str(SOURCES)}
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
