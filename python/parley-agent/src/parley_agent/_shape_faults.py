from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Callable, Iterator

from ._closest_name import did_you_mean
from ._fault import Fault, Path, is_finite, is_number

Shape = dict[str, Any]

_LARGEST_WHOLE = 2**53 - 1
_WRONG_TYPE = "This value is not of the right type."
_BEYOND = "This number is beyond the range of a double."
_KINDS = {
    "string": "a string",
    "number": "a finite number",
    "boolean": "true or false",
    "array": "an array",
    "object": "an object",
    "record": "an object",
}


def shape_fault(shape: Shape, block: dict[str, Any]) -> Fault | None:
    """What is wrong with a block's fields, each by itself.

    A field that does not belong there comes first, because it is often the misspelt name of the one that is missing; else the first
    field in the order of the shape decides.
    """
    faults = list(_faults(shape, block, ()))
    return next((fault for fault in faults if fault.reason == "unknown_field"), faults[0] if faults else None)


def _faults(shape: Shape, value: Any, path: Path) -> Iterator[Fault]:
    kind = shape["is"]
    if kind == "any":
        return
    if kind == "one":
        if value not in shape["of"]:
            allowed = " or ".join(f'"{one}"' for one in shape["of"])
            yield Fault(path, "not_allowed", "This value is not one of those allowed.", f"Send {allowed}.")
    elif not _IS[kind](value):
        yield Fault(path, "wrong_type", _WRONG_TYPE, f"Send {_KINDS[kind]}.")
    elif kind in _WITHIN:
        yield from _WITHIN[kind](shape, value, path)


def _in_string(shape: Shape, value: str, path: Path) -> Iterator[Fault]:
    least, most, pattern = shape.get("min"), shape.get("max"), shape.get("pattern")
    # What is too long is not looked at.
    if most is not None and len(value) > most:
        yield Fault(path, "too_long", "This text is too long.", f"Send at most {_count(most, 'character')}.")
        return
    is_timestamp = shape.get("format") == "datetime"
    bad = pattern is not None and not _compiled(pattern).search(value)
    if bad and is_timestamp:
        hint = "Write it like 2026-01-31T09:00:00Z, with Z or an offset (+02:00)."
        yield Fault(path, "bad_format", "This text is not of the right form.", hint)
    if least is not None and len(value) < least:
        yield Fault(path, "too_short", "This text is too short.", f"Send at least {_count(least, 'character')}.")
    if bad and not is_timestamp:
        yield Fault(path, "bad_format", "This text is not of the right form.", f"Send a text that matches {pattern}.")


def _in_number(shape: Shape, value: Any, path: Path) -> Iterator[Fault]:
    kind = "a whole number" if shape.get("whole") else "a finite number"
    if not is_finite(value):
        reason = "too_large" if value > 0 else "too_small" if value < 0 else "wrong_type"
        yield Fault(path, reason, _WRONG_TYPE if reason == "wrong_type" else _BEYOND, f"Send {kind}.")
        return
    least, most, above = shape.get("min"), shape.get("max"), shape.get("above")
    if shape.get("whole"):
        if value != int(value):
            yield Fault(path, "wrong_type", _WRONG_TYPE, f"Send {kind}.")
            return
        if value > _LARGEST_WHOLE:
            yield Fault(path, "too_large", "This number is too large.", f"Send {_LARGEST_WHOLE} or less.")
        if value < -_LARGEST_WHOLE:
            yield Fault(path, "too_small", "This number is too small.", f"Send {-_LARGEST_WHOLE} or more.")
    if least is not None and value < least:
        yield Fault(path, "too_small", "This number is too small.", f"Send {least} or more.")
    if above is not None and value <= above:
        yield Fault(path, "too_small", "This number is too small.", f"Send more than {above}.")
    if most is not None and value > most:
        yield Fault(path, "too_large", "This number is too large.", f"Send {most} or less.")


def _in_array(shape: Shape, value: Any, path: Path) -> Iterator[Fault]:
    least, most = shape.get("min"), shape.get("max")
    # What is too long is not looked through.
    if most is not None and len(value) > most:
        yield Fault(path, "too_many", "This array has too many items.", f"Send at most {_count(most, 'item')}.")
        return
    if least is not None and len(value) < least:
        yield Fault(path, "too_few", "This array has too few items.", f"Send at least {_count(least, 'item')}.")
    for index, item in enumerate(value):
        yield from _faults(shape["item"], item, (*path, index))


def _in_object(shape: Shape, value: dict[str, Any], path: Path) -> Iterator[Fault]:
    fields, optional = shape["fields"], shape.get("optional", ())
    for name, field in fields.items():
        if name in value:
            yield from _faults(field, value[name], (*path, name))
        elif name not in optional:
            yield Fault((*path, name), "missing_field", f'The field "{name}" is missing.', "Add it; it is required.")
    for key in value:
        if key not in fields:
            hint = "Remove it, or check its spelling; fields that the platform adds on reading are not sent."
            message = f'The field "{str(key)[:60]}" does not belong here.'
            yield Fault((*path, key), "unknown_field", message, did_you_mean(key, fields) + hint)
            return


_IS: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": is_number,
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, (list, tuple)),
    "object": lambda value: isinstance(value, dict),
    "record": lambda value: isinstance(value, dict),
}
_WITHIN: dict[str, Callable[[Shape, Any, Path], Iterator[Fault]]] = {
    "string": _in_string,
    "number": _in_number,
    "array": _in_array,
    "object": _in_object,
}


@lru_cache(maxsize=None)
def _compiled(pattern: str) -> re.Pattern[str]:
    # The patterns are those of JavaScript, where $ is the very end and \d is ASCII.
    return re.compile(re.sub(r"\$$", r"\\Z", pattern), re.ASCII)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
