from __future__ import annotations

from typing import Any, Awaitable, Callable, TypeVar, overload

from ._door import Retry
from ._invoking import Invoking
from .blocks import SendableBlock
from .client import Json, TaskStatus
from .content import Content, to_blocks
from .sent import SentMessage
from .streaming import Source, stream_reply

Sent = TypeVar("Sent")

#: A draft is worth one try: the next one replaces it.
_DRAFT_RETRY = Retry(retries=0, timeout=10)


class Answering(Invoking):
    """A delivery with the ways to answer it."""

    async def reply(
        self, content: Content, *, to_agent_id: str | None = None, idempotency_key: str | None = None
    ) -> SentMessage:
        """Answers the delivery, at most 20 times within 7 days. It closes the draft where one is open. What it gives can be changed later:
        ``await sent.edit("…")``.

        ``content`` is a text (markdown subset), a block or several blocks; see ``parley_agent.blocks``. ``to_agent_id`` also calls another
        agent with the same blocks. An ``idempotency_key`` makes the reply happen once even if the handler runs again.
        """
        self._note_form(content)
        answer = await self.client.reply(
            self.delivery_id, content, to_agent_id=to_agent_id, idempotency_key=idempotency_key
        )
        self._draft_closed()
        return SentMessage(answer, self._edit)

    async def partial(self, content: Content) -> Json:
        """Shows a draft, which the next partial replaces and the next reply closes. A draft left open is dropped after 10 minutes."""
        self._note_form(content)
        answer = await self.client.reply(self.delivery_id, content, partial=True, retry=_DRAFT_RETRY)
        self._handling.draft = [dict(block) for block in to_blocks(content, "partial")]
        return answer

    @overload
    async def stream(self, source: Source, *, idempotency_key: str | None = None) -> SentMessage: ...

    @overload
    async def stream(self, source: Source, *, send: Callable[[list[SendableBlock]], Awaitable[Sent]]) -> Sent: ...

    async def stream(
        self,
        source: Source,
        *,
        send: Callable[[list[SendableBlock]], Awaitable[Any]] | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Shows the reply while it is being made, at most 8 drafts a second, and sends the whole at the end. Text pieces run together;
        blocks stand on their own. Charts and needs_human blocks appear with the final reply, intents only before it.

        If the source raises, ``stream`` raises the same. Where no ``ctx.reply`` follows before the handler ends, the draft is then closed as
        it stands and the person is told that the agent could not answer.

        ``send`` sends the whole in place of ``ctx.reply``, and closes the draft: as a reply that answers another agent, or as the update
        that ends a task. ``stream`` gives what it gives. An ``idempotency_key`` then belongs to the call that ``send`` makes.

        >>> await ctx.stream(words, send=lambda blocks: ctx.update_task("completed", content=blocks))
        """
        if send is not None and idempotency_key is not None:
            raise TypeError("ctx.stream takes no idempotency_key beside send: give it to the call that send makes.")

        async def send_whole(blocks: list[SendableBlock]) -> Any:
            if send is None:
                return await self.reply(blocks, idempotency_key=idempotency_key)
            sent = await send(blocks)
            self._draft_closed()
            return sent

        self._handling.streams += 1
        try:
            return await stream_reply(
                source,
                send_partial=self.partial,
                send_final=send_whole,
                close_early=self._close_early,
                stopped=self.stopped,
            )
        except Exception as error:
            self._handling.broken_stream = error
            raise
        finally:
            self._handling.streams -= 1

    async def update_task(
        self,
        status: TaskStatus,
        *,
        note: str | None = None,
        content: Content | None = None,
        idempotency_key: str | None = None,
    ) -> Json:
        """Moves the task that this delivery is about, with a note or with blocks. ``applied`` in the answer is false where it already had
        that status."""
        if content is not None:
            self._note_form(content)
        return await self.client.update_task(
            self.delivery_id, status, note=note, content=content, idempotency_key=idempotency_key
        )

    async def send_proactive(self, content: Content, *, idempotency_key: str | None = None) -> SentMessage:
        """Sends a message to this conversation that answers no delivery. The person must have granted ``proactive.message``."""
        self._note_form(content)
        answer = await self.client.send_proactive(self.conversation_id, content, idempotency_key=idempotency_key)
        return SentMessage(answer, self._edit)

    async def edit(self, message_id: str, content: Content, *, idempotency_key: str | None = None) -> Json:
        """Replaces the blocks of a final message of this agent by its id, such as one that ``ctx.store`` keeps from an earlier delivery,
        for 7 days and at most 20 times. It does what ``edit`` of a sent message does, and raises the same.

        >>> await ctx.store.set("status", (await ctx.reply("0 of 3 are done.")).message_id)
        >>> # Later, in the handler of another delivery:
        >>> await ctx.edit(await ctx.store.get("status"), "3 of 3 are done.")
        """
        self._note_form(content)
        return await self.client.edit_message(message_id, content, idempotency_key=idempotency_key)

    def _draft_closed(self) -> None:
        """A final message has taken the place of the draft, and of what broke it."""
        self._handling.broken_stream = None
        self._handling.draft = []

    async def _edit(self, message_id: str, content: Content, idempotency_key: str | None) -> Json:
        return await self.edit(message_id, content, idempotency_key=idempotency_key)

    async def _close_early(self, blocks: list[SendableBlock]) -> None:
        """A draft whose end the platform does not know of stays as it stands; what ends otherwise, the platform closes or is told to."""
        if not self._handling.is_held_back or not blocks:
            return
        self._handling.draft = []
        try:
            await self._invoking.client.reply(self.delivery_id, blocks)
        except Exception:
            return

    def _note_form(self, content: Content) -> None:
        blocks: Any = [content] if isinstance(content, (dict, str)) else content
        if any(isinstance(block, dict) and block.get("type") == "form" for block in blocks):
            self._handling.has_sent_form = True
