from __future__ import annotations

import json
import logging
import os
import re

#: Where the package's own lines go. They hold ids, counts and errors, never a secret or the text of a message.
logger = logging.getLogger("parley_agent")


def log(level: int, message: str, **details: object) -> None:
    """Logs one line: the message, and the details as ``key=value``."""
    if logger.isEnabledFor(level):
        logger.log(level, "%s%s", message, "".join(f" {key}={_write(value)}" for key, value in details.items()))


def is_debugging() -> bool:
    """Whether the environment asks for the debug log: PARLEY_DEBUG is set, and not to 0 or false."""
    return os.environ.get("PARLEY_DEBUG", "") not in ("", "0", "false")


def show_log(level: int) -> None:
    """Has the lines from ``level`` on written to standard error, unless the program has made its own arrangements."""
    if not logger.handlers and not logging.getLogger().handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
        logger.addHandler(handler)
    if logger.level == logging.NOTSET or logger.level > level:
        logger.setLevel(level)


def _write(value: object) -> str:
    if isinstance(value, BaseException):
        return json.dumps(f"{type(value).__name__}: {value}", ensure_ascii=False)
    text = str(value)
    return text if re.fullmatch(r"[\w.:/-]+", text) else json.dumps(text, ensure_ascii=False)
