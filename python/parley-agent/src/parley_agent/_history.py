from __future__ import annotations

from typing import Any

from .client import AgentClient

_PAGE = 200


async def read_back(
    client: AgentClient, conversation_id: str, limit: int, before: int | None
) -> list[dict[str, Any]]:
    """Reads the last messages of a conversation, oldest first, over as many pages as it takes."""
    entries: list[dict[str, Any]] = []
    cursor: str | None = None
    while True:
        size = min(_PAGE, limit - len(entries))
        place: dict[str, Any] = {"before": before} if cursor is None else {"cursor": cursor}
        page = await client.read_history(conversation_id, limit=size, **place)
        entries = [*page["items"], *entries]
        cursor = page["next_cursor"]
        if cursor is None or len(entries) >= limit:
            return entries[-limit:]
