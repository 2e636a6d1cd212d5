from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, AsyncIterator, Awaitable, Callable, Literal, Sequence, TypeVar, overload

from ._open_calls import OpenCalls
from ._circles import circular_call, waiting_caller
from ._door import Retry
from ._history import read_back
from ._invoking import Invoking, InvokingParts
from ._tools import ModelTool, to_function_tool, to_model_tools
from .blocks import SendableBlock
from .client import Json, TaskStatus
from .content import Content, to_blocks
from .results import KnownResult
from .sent import SentMessage
from .stopping import unless_stopped
from .store import ConversationStore, StateStore
from .streaming import Source, stream_reply

Result = TypeVar("Result")

#: A draft is worth one try: the next one replaces it.
_DRAFT_RETRY = Retry(retries=0, timeout=10)


@dataclass(frozen=True)
class ContextParts(InvokingParts):
    """What a context works with."""

    calls: OpenCalls
    handle: str | None
    result: KnownResult | None
    #: What middleware left for a handler that has taken this message.
    state: dict[str, Any]
    #: Takes newer messages into the turn.
    steers: Callable[[asyncio.Future[Any] | None, bool, dict[str, Any]], AsyncIterator[Context]]
    store: StateStore


class Context(Invoking):
    """One delivery and what can be done about it. Every handler gets one."""

    def __init__(self, parts: ContextParts) -> None:
        super().__init__(parts)
        self._parts = parts
        self._granted: Sequence[str] | None = None
        #: What ``hears`` matched: the match of the regular expression, or None.
        self.match: re.Match[str] | None = None
        #: A place for middleware to leave values for the handlers after it.
        self.state: dict[str, Any] = parts.state
        #: Values that are kept between deliveries: those of this conversation, and as ``store.person`` those of this person in each
        #: conversation with the agent. The option ``store`` says where.
        self.store = ConversationStore(parts.store, self.agent_id, self.conversation_id, self.user["id"])
        #: For ``agent.on_result``: the result of an invocation that has a ``kind`` and that no handler waits for.
        self.result: KnownResult | None = parts.result
        #: Where the delivery stands in a trace, as W3C Trace Context writes it; None over the relay and where nobody traces.
        self.traceparent: str | None = parts.handling.trace.get("traceparent")

    @property
    def mentioned(self) -> bool:
        """Whether the last message names this agent as ``@handle``. The agent has to be told its handle."""
        handle = self._parts.handle
        if handle is None:
            raise TypeError("ctx.mentioned needs the agent's handle: Agent(…, handle='my-agent'), or PARLEY_AGENT_HANDLE.")
        mentioned = re.findall(r"(?<![\w.@-])@([A-Za-z0-9_-]+)", self.text)
        return handle.lower() in (name.lower() for name in mentioned)

    async def granted(self) -> Sequence[str]:
        """The scopes that the person of this delivery grants, asked when first needed."""
        if self._granted is None:
            self._granted = (await self.client.check_delivery(self.delivery_id))["granted_scopes"]
        return self._granted

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
        self._handling.broken_stream = None
        self._handling.draft = []
        return SentMessage(answer, self._edit)

    async def call(
        self, agent_id: str, content: Content, *, timeout: float = 600, idempotency_key: str | None = None
    ) -> list[dict[str, Any]]:
        """Calls another agent with these blocks, and waits for its answer: the blocks of its first reply that names this agent.

        >>> answer = await ctx.call(almanac_id, "When do I sow beans?", timeout=60)
        >>> await ctx.reply(answer)

        The content is a final reply too. The turn goes on while the handler waits, and the person can stop it. Another answer, or one that
        comes later, is dropped. While the handler waits, calls of other agents are handled in this conversation, so that agents that ask
        each other do not wait for ever.

        Raises RefusedError where the call is refused, such as ``agent_call_depth_exceeded``, or ``agent_call_circle`` where this delivery
        is a call of that same agent: answer it with ``ctx.reply``. Where the handler does not catch either end of a circle, the package
        replies that agents kept asking each other. Raises TimeoutError after ``timeout`` seconds, and StoppedError where ``ctx.stopped``
        is set.
        """

        async def send() -> str:
            if waiting_caller(self.envelope) == agent_id:
                raise circular_call()
            answer = await self.reply(content, to_agent_id=agent_id, idempotency_key=idempotency_key)
            return str(answer["agent_call"]["delivery_id"])

        work = self._parts.calls.run(send, self.conversation_id, self.stopped, timeout)
        return await self._handling.turn.slot.open_while(work)

    async def schedule(
        self,
        text: str,
        *,
        at: datetime | str | None = None,
        cron: str | None = None,
        timezone: str | None = None,
        idempotency_key: str | None = None,
    ) -> Json:
        """Plans a ``tick.scheduled`` for this agent, on behalf of this person and in this conversation, as ``client.schedule`` does. They
        must have granted ``schedule.write``."""
        return await self.client.schedule(
            self.delivery_id, text, at=at, cron=cron, timezone=timezone, idempotency_key=idempotency_key
        )

    async def receipt(self, approval_id: str) -> Json:
        """The signed receipt of the decision on a call of this agent; ``receipt_not_found`` until somebody has decided."""
        return await self.client.receipt(approval_id)

    async def partial(self, content: Content) -> Json:
        """Shows a draft, which the next partial replaces and the next reply closes. A draft left open is dropped after 10 minutes."""
        self._note_form(content)
        answer = await self.client.reply(self.delivery_id, content, partial=True, retry=_DRAFT_RETRY)
        self._handling.draft = [dict(block) for block in to_blocks(content, "partial")]
        return answer

    async def stream(self, source: Source, *, idempotency_key: str | None = None) -> SentMessage:
        """Shows the reply while it is being made, at most 8 drafts a second, and sends the whole at the end. Text pieces run together;
        blocks stand on their own. Charts and needs_human blocks appear with the final reply, intents only before it.

        If the source raises, ``stream`` raises the same. Where no ``ctx.reply`` follows before the handler ends, the draft is then closed as
        it stands and the person is told that the agent could not answer.
        """
        self._handling.streams += 1
        try:
            return await stream_reply(
                source,
                send_partial=self.partial,
                send_final=lambda blocks: self.reply(blocks, idempotency_key=idempotency_key),
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

    def steers(self, *, until: asyncio.Future[Any] | None = None, wait: bool = True) -> AsyncIterator[Context]:
        """Takes newer messages of this person and this conversation into this handler's turn, oldest first, with the overlap ``steer``.

        >>> work = asyncio.ensure_future(research(ctx.text))
        >>> async for more in ctx.steers(until=work):
        ...     print(more.text)

        Each is a context of its own: ``more.reply`` answers that message, ``ctx.reply`` this one. A taken message counts as handled with
        this turn, and Stop of any of them ends the turn. A message that the handler has not taken when it ends is handled afterwards, by
        itself. Middleware does not run for what is taken; its ``state`` is this one's.

        It waits for further messages, and ends with the handler, when ``ctx.stopped`` is set, once the task or future ``until`` is done,
        or without ``wait`` after those that are there. Raises TypeError where the handler does not run with the overlap ``steer``.
        """
        if not self._handling.turn.takes_steers:
            raise TypeError("ctx.steers needs the overlap steer: Agent(…, overlap='steer'), or @agent.on('message.created', overlap='steer').")
        return self._parts.steers(until, wait, self.state)

    @overload
    async def tools(self, *, as_: Literal["openai"], ungranted: bool = False) -> list[Json]: ...

    @overload
    async def tools(self, *, as_: None = None, ungranted: bool = False) -> list[ModelTool]: ...

    async def tools(
        self, *, as_: Literal["openai"] | None = None, ungranted: bool = False
    ) -> list[ModelTool] | list[Json]:
        """The tools that this person grants, in the form that models want: ``name``, ``description`` and ``input_schema``, or with
        ``as_="openai"`` as functions. What a model then names goes to ``ctx.invoke``. Each of the first form also has ``standing`` as an
        attribute: whether the person may let equal calls run without a question."""
        items = await self._parts.tools.list()
        tools = to_model_tools(items, None if ungranted else await self.granted())
        return [to_function_tool(tool) for tool in tools] if as_ == "openai" else tools

    async def history(self, *, limit: int = 50, before: int | None = None) -> list[Json]:
        """The last messages of this conversation, oldest first. A person's messages are there where they granted ``history.read``."""
        return await read_back(self.client, self.conversation_id, limit, before)

    async def unless_stopped(self, work: Awaitable[Result]) -> Result:
        """What ``work`` gives; where ``ctx.stopped`` is set before, it is cancelled and StoppedError raised, which ends the handler
        without a failure."""
        return await unless_stopped(self.stopped, work)

    async def _edit(self, message_id: str, content: Content, idempotency_key: str | None) -> Json:
        return await self.edit(message_id, content, idempotency_key=idempotency_key)

    async def _close_early(self, blocks: list[SendableBlock]) -> None:
        """A draft whose end the platform does not know of stays as it stands; what ends otherwise, the platform closes or is told to."""
        if not self._handling.is_held_back or not blocks:
            return
        self._handling.draft = []
        try:
            await self._parts.client.reply(self.delivery_id, blocks)
        except Exception:
            return

    def _note_form(self, content: Content) -> None:
        blocks: Any = [content] if isinstance(content, (dict, str)) else content
        if any(isinstance(block, dict) and block.get("type") == "form" for block in blocks):
            self._handling.has_sent_form = True
