"""The server that the tests run against: the one at PARLEY_BASE_URL, else one of their own, built from this repository."""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from functools import lru_cache

from .vectors import ROOT

_MAIN = ROOT / "packages/server/dist/main.js"


@lru_cache(maxsize=None)
def base_url() -> str:
    """Where the server answers. It is started at the first call and ends with the tests."""
    return os.environ.get("PARLEY_BASE_URL") or _start()


def _start() -> str:
    if not _MAIN.exists():
        subprocess.run(["npx", "tsx", "scripts/build-missing.ts"], cwd=ROOT, check=True)
    port, folder = free_port(), tempfile.mkdtemp(prefix="parley-python-")
    url = f"http://127.0.0.1:{port}"
    settings = {
        "PARLEY_PORT": str(port),
        "PARLEY_BASE_URL": url,
        "PARLEY_DATA_DIR": folder,
        "PARLEY_DEMO": "0",
        "PARLEY_RATE_LIMIT": "off",
        "PARLEY_LOG_LEVEL": "warn",
        # Soon enough for a test to wait for.
        "PARLEY_RETRY_SCHEDULE": "1s,1s,1s,1s",
    }
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PARLEY_")}
    environment = {name: value for name, value in environment.items() if name != "DATABASE_URL"}
    server = subprocess.Popen(["node", str(_MAIN)], cwd=ROOT, env={**environment, **settings}, stdout=subprocess.DEVNULL)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(_end, server)
    deadline = time.monotonic() + 120
    while not _is_ready(url):
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("The server did not start.")
        time.sleep(0.1)
    return url


def _end(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(15)
    except subprocess.TimeoutExpired:
        server.kill()


def _is_ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
