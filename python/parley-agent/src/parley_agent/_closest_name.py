from __future__ import annotations

from typing import Iterable


def did_you_mean(written: object, names: Iterable[str]) -> str:
    """Asks back where a name is near one of those there are; an empty text where none is."""
    meant = _closest(written, list(names)) if isinstance(written, str) else None
    return "" if meant is None else f'Did you mean "{meant}"? '


def _closest(written: str, names: list[str]) -> str | None:
    # At most every third letter may be wrong; beyond that it is another word, and what is very long is none.
    if len(written) > 100 or not names:
        return None
    slips, name = min((_slips(written, name), name) for name in names)
    return name if slips <= min(4, len(written) // 3) else None


def _slips(one: str, other: str) -> int:
    """Letters that are missing, too many, wrong, or swapped with their neighbour."""
    before_last: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        current = [row]
        for column, wanted in enumerate(other, 1):
            slips = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (letter != wanted))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == wanted:
                slips = min(slips, before_last[column - 2] + 1)
            current.append(slips)
        before_last, last = last, current
    return last[-1]
