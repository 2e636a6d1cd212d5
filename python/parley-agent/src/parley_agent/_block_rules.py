"""The rules across the fields of a block, for one whose fields are each right."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from typing import Any, Callable

from ._fault import Fault, Path, is_finite, is_number, json_fault, number_fault, proto_key_fault

Block = dict[str, Any]


def _conflicting_actions(field: str) -> Callable[[Block], Fault | None]:
    def rule(block: Block) -> Fault | None:
        payloads: dict[str, str] = {}
        for index, action in enumerate(block.get(field, ())):
            if payloads.setdefault(action["label"], action["payload"]) != action["payload"]:
                return Fault(
                    (field, index, "payload"),
                    "conflicting_payload",
                    "Two actions have the same label but send different payloads.",
                    "Give each action a label of its own, or the same payload.",
                )
        return None

    return rule


def _form(block: Block) -> Fault | None:
    names: set[str] = set()
    for index, field in enumerate(block["fields"]):
        name = field["name"]
        if name in names:
            message = f'Two fields of this form are named "{name}".'
            return Fault(("fields", index, "name"), "duplicate_field", message, "Give each field a name of its own.")
        if field["field_type"] == "select" and "options" not in field:
            message = f'The select field "{name}" has no options.'
            hint = "Add 1 to 50 options, each with a label and a payload, or use another field_type."
            return Fault(("fields", index, "options"), "options_required", message, hint)
        names.add(name)
    return None


def _table(block: Block) -> Fault | None:
    columns = len(block["columns"])
    for index, row in enumerate(block["rows"]):
        if len(row) != columns:
            message = f"This row has {len(row)} cells, but the table has {columns} columns."
            hint = "Give every row one cell for each column; use an empty string where there is nothing."
            return Fault(("rows", index), "ragged_row", message, hint)
    return None


def _tool_use(block: Block) -> Fault | None:
    return json_fault(block["input"], ("input",)) or json_fault(block.get("caller"), ("caller",))


def _event(block: Block) -> Fault | None:
    if "ends_at" not in block or _moment(block["ends_at"]) >= _moment(block["starts_at"]):
        return None
    hint = "Send an ends_at that is at or after starts_at, or leave it out."
    return Fault(("ends_at",), "ends_before_starts", "The event ends before it starts.", hint)


_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:Z|([+-])(\d\d):(\d\d))")


def _moment(text: str) -> Fraction:
    """Seconds on one scale, exactly. datetime does not know the year 0, so 400 years are added, which have whole weeks."""
    match = _TIME.fullmatch(text)
    assert match is not None
    year, month, day, hour, minute, second, sign, off_hours, off_minutes = match.groups()
    days = date(int(year) % 400 + 400, int(month), int(day)).toordinal() + int(year) // 400 * 146097
    offset = (int(off_hours) * 60 + int(off_minutes)) * (-1 if sign == "-" else 1) if sign else 0
    return Fraction(second) + days * 86400 + int(hour) * 3600 + (int(minute) - offset) * 60


_KEYS_PER_ROW = 50
_CELL_CHARACTERS = 10_000
_CATEGORY_CHARACTERS = 80


def _chart(block: Block) -> Fault | None:
    if "y_axis_min" in block and "y_axis_max" in block and block["y_axis_min"] >= block["y_axis_max"]:
        message = "The y axis ends where it starts, or before."
        return Fault(("y_axis_max",), "chart_y_axis_range", message, "Send a y_axis_min that is below y_axis_max.")
    for index, row in enumerate(block["data"]):
        path = ("data", index)
        fault = _row(row, path) or _x(block, row, path) or _y(block, row, path) or _cells(row, path)
        if fault:
            return fault
    return None


def _row(row: Block, path: Path) -> Fault | None:
    if len(row) <= _KEYS_PER_ROW:
        return proto_key_fault(row, path)
    return Fault(path, "too_many", f"This row has {len(row)} members.", f"Send at most {_KEYS_PER_ROW} members a row.")


def _x(chart: Block, row: Block, path: Path) -> Fault | None:
    key = chart["x_key"]
    at = (*path, key)
    if key not in row:
        return _missing(at, key)
    x = row[key]
    if is_number(x) and is_finite(x):
        return None
    if chart["chart_type"] == "scatter":
        message = "An x value of a scatter chart is not a number."
        return Fault(at, "chart_scatter_x_not_number", message, "Send a finite number.")
    if isinstance(x, str) and 0 < len(x) <= _CATEGORY_CHARACTERS:
        return None
    message = f"An x value is neither a number nor a text of 1 to {_CATEGORY_CHARACTERS} characters."
    hint = f"Shorten the category to {_CATEGORY_CHARACTERS} characters, or send a finite number."
    return Fault(at, "chart_category_too_long", message, hint)


def _y(chart: Block, row: Block, path: Path) -> Fault | None:
    for series in chart["series"]:
        key = series["data_key"]
        y = row.get(key)
        if not is_number(y) or not is_finite(y):
            return _missing((*path, key), key)
        if chart["chart_type"] == "pie" and y < 0:  # type: ignore[operator]
            return Fault((*path, key), "chart_pie_negative", "A slice of a pie is negative.", "Send 0 or more.")
    return None


def _cells(row: Block, path: Path) -> Fault | None:
    for key, cell in row.items():
        at = (*path, key)
        if is_number(cell):
            fault = number_fault(cell, at)
            if fault:
                return fault
        elif isinstance(cell, str) and len(cell) > _CELL_CHARACTERS:
            hint = f"Send at most {_CELL_CHARACTERS} characters."
            return Fault(at, "too_long", "This text is too long for a row.", hint)
        elif cell is not None and not isinstance(cell, (str, bool)):
            hint = "Send a text, a finite number, a boolean or null."
            return Fault(at, "wrong_type", "A row holds plain values only.", hint)
    return None


def _missing(path: Path, key: str) -> Fault:
    hint = "Give every row the x_key, and a finite number under the data_key of each series."
    return Fault(path, "chart_data_key_missing", f'A row has no usable value under "{key}".', hint)


RULES: dict[str, Callable[[Block], Fault | None]] = {
    "card": _conflicting_actions("actions"),
    "buttons": _conflicting_actions("buttons"),
    "form": _form,
    "table": _table,
    "tool_use": _tool_use,
    "event": _event,
    "chart": _chart,
}
