from __future__ import annotations

import math
from typing import Any, NamedTuple

from ._tables import JSON_DEPTH

Path = tuple["str | int", ...]


class Fault(NamedTuple):
    """What is wrong inside one block; ``path`` starts at the block."""

    path: Path
    reason: str
    message: str
    hint: str


def pointer(path: Path) -> str:
    """A path as a JSON Pointer (RFC 6901)."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in path)


def is_number(value: object) -> bool:
    """Whether JSON has it as a number: True and False are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_finite(value: Any) -> bool:
    """Whether a double can hold a number."""
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def number_fault(value: Any, path: Path) -> Fault | None:
    """Refuses a number that is not finite."""
    if is_finite(value):
        return None
    reason = "too_large" if value > 0 else "too_small" if value < 0 else "wrong_type"
    return Fault(path, reason, "This number is beyond the range of a double.", "Send a finite number.")


def proto_key_fault(value: dict[str, Any], path: Path) -> Fault | None:
    """Refuses a key that would change the prototype of whatever it is copied onto, where JavaScript reads it."""
    if "__proto__" not in value:
        return None
    return Fault((*path, "__proto__"), "unknown_field", "The key __proto__ is not allowed.", "Use another key.")


def json_fault(value: object, path: Path) -> Fault | None:
    """Finds the first thing in a value that JSON cannot carry unharmed."""
    if value is None or isinstance(value, (str, bool)):
        return None
    if is_number(value):
        return number_fault(value, path)
    if not isinstance(value, (list, tuple, dict)):
        return Fault(path, "wrong_type", "This is not a JSON value.", "Send JSON only.")
    if len(path) > JSON_DEPTH:
        return Fault(path, "too_deep", "This is nested too deeply.", "Flatten the value.")
    if isinstance(value, dict):
        forbidden = proto_key_fault(value, path)
        if forbidden:
            return forbidden
        members: list[tuple[str | int, object]] = list(value.items())
    else:
        members = list(enumerate(value))
    return next((found for key, member in members if (found := json_fault(member, (*path, key)))), None)
