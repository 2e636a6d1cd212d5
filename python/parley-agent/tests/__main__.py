"""Runs the tests: ``python -m tests``. Where PARLEY_PYTHON_REPORT names a file, their counts are written to it as JSON."""

from __future__ import annotations

import json
import logging
import os
import sys
import unittest
from pathlib import Path

# Tests look at the package's own lines; what asyncio says of slow steps on a busy machine is not among them.
logging.getLogger("asyncio").setLevel(logging.ERROR)

suite = unittest.defaultTestLoader.discover(str(Path(__file__).parent), top_level_dir=str(Path(__file__).parents[1]))
result = unittest.TextTestRunner(verbosity=2).run(suite)
bad = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
counts = {"passed": result.testsRun - bad - len(result.skipped), "failed": bad, "skipped": len(result.skipped)}
if os.environ.get("PARLEY_PYTHON_REPORT"):
    Path(os.environ["PARLEY_PYTHON_REPORT"]).write_text(json.dumps(counts), "utf-8")
sys.exit(1 if bad or result.testsRun == 0 else 0)
