"""A message that the platform has taken, with what can still be done about it."""

from __future__ import annotations

from typing import Any, Awaitable, Callable

from .content import Content

Edit = Callable[[str, Content, "str | None"], Awaitable["dict[str, Any]"]]


class SentMessage(dict[str, Any]):
    """What the platform says of a message that it has taken: ``message_id`` and more."""

    def __init__(self, answer: dict[str, Any], edit: Edit) -> None:
        super().__init__(answer)
        self._edit = edit

    @property
    def message_id(self) -> str:
        return str(self["message_id"])

    async def edit(self, content: Content, *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Replaces the blocks of this message, for 7 days and at most 20 times; the answer has ``message_id`` and ``revision``. Nobody
        is notified; people can read the earlier versions. The same blocks change nothing.

        >>> sent = await ctx.reply("Looking for a table …")
        >>> await sent.edit("A table for four, at eight.")

        Raises RefusedError with the code ``edit_window_over``, ``edit_limit_reached``, ``message_locked`` (somebody has answered its form
        or chosen one of its options, or an approval that was asked in the same turn is pending or approved), ``message_not_found``
        (deleted, or the agent is blocked or has left) or ``reply_stopped``.
        """
        return await self._edit(self.message_id, content, idempotency_key)
