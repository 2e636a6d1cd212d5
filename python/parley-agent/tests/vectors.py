"""The vectors of the repository's conformance folder, which every implementation of the interface is held to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Iterator

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "conformance"


def read(path: Path) -> Any:
    """The JSON of a vector file, with what it repeats written out."""
    return _expand(json.loads(path.read_text("utf-8")))


def block_vectors(kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The vectors of ``blocks/valid`` or ``blocks/invalid``, each under a name of its own."""
    for path in sorted((FOLDER / "blocks" / kind).glob("*.json")):
        for vector in read(path):
            yield f"{path.stem}: {vector['name']}", vector


def signing_vectors(name: str) -> list[Any]:
    return list(read(FOLDER / "signing" / f"{name}.json"))


def _expand(value: Any) -> Any:
    if isinstance(value, list):
        return [_expand(item) for item in value]
    if not isinstance(value, dict):
        return value
    whole = {key: _expand(member) for key, member in value.items()}
    if list(whole) != ["$repeat"]:
        return whole
    what, times = whole["$repeat"]
    return what * times
