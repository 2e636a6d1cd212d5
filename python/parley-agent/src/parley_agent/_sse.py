from __future__ import annotations

import codecs
from typing import Iterator, NamedTuple


class Frame(NamedTuple):
    """One event of a stream. A comment is none."""

    event: str
    data: str


class FrameReader:
    """Reads Server-Sent Events from bytes, however these are cut."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8-sig")(errors="replace").decode
        self._rest = ""
        self._event = ""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> Iterator[Frame]:
        """Takes bytes and gives the frames that are whole with them."""
        text = self._rest + self._decode(chunk)
        # A carriage return at the end may be half of a line's end.
        held = "\r" if text.endswith("\r") else ""
        text = text[: len(text) - len(held)].replace("\r\n", "\n").replace("\r", "\n")
        *lines, self._rest = text.split("\n")
        self._rest += held
        for line in lines:
            frame = self._take(line)
            if frame is not None:
                yield frame

    def _take(self, line: str) -> Frame | None:
        if line == "":
            frame = Frame(self._event or "message", "\n".join(self._data)) if self._data else None
            self._event, self._data = "", []
            return frame
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "event":
            self._event = value
        elif name == "data":
            self._data.append(value)
        return None
