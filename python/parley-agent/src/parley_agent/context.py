from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, AsyncIterator, Awaitable, Callable, Literal, Sequence, TypeVar, overload

from ._answering import Answering
from ._circles import circular_call, waiting_caller
from ._history import read_back
from ._invoking import InvokingParts
from ._open_calls import OpenCalls
from ._tools import ModelTool, to_function_tool, to_model_tools
from .blocks import SendableBlock
from .client import Json
from .content import Content
from .results import KnownResult
from .stopping import unless_stopped
from .store import ConversationStore, StateStore

Result = TypeVar("Result")


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


class Context(Answering):
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

    async def call(
        self, agent_id: str, content: Content, *, timeout: float = 600, idempotency_key: str | None = None
    ) -> list[SendableBlock]:
        """Calls another agent with these blocks, and waits for its answer: the blocks of its first reply that names this agent.

        >>> answer = await ctx.call(almanac_id, "When do I sow beans?", timeout=60)
        >>> await ctx.reply([text("The almanac says:"), *answer])

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
