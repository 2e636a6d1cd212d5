from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Awaitable, Callable, Mapping, Sequence, TypeVar, overload

from ._delivered import Delivered
from ._handling import Handling
from ._tools import ToolList, find_call
from .client import AgentClient, Details, Json, Options, decision_arguments
from .errors import StoppedError
from .results import Approved, Denied, InvocationResult, PendingResult, OpenResults, decision_of
from .stopping import Stopped

A = TypeVar("A")
O = TypeVar("O", bound=str)


@dataclass(frozen=True)
class InvokingParts:
    """What the invocation of tools works with."""

    client: AgentClient
    handling: Handling
    desk: OpenResults
    tools: ToolList


class Invoking(Delivered):
    """A delivery with the ways to act on behalf of its person, and to have them decide."""

    def __init__(self, parts: InvokingParts) -> None:
        super().__init__(parts.handling.envelope)
        self._invoking = parts
        self._handling = parts.handling
        #: Every call of the platform, for what the methods here do not cover.
        self.client = parts.client.watched(parts.handling)
        #: Set when what comes of this is no longer wanted: the person has stopped the answer (heard within 5 seconds), its task is
        #: cancelled, or a newer message took its place; and when it has timed out or the agent stops without waiting any longer.
        self.stopped: Stopped = parts.handling.stopped

    async def invoke_tool(
        self,
        tool: str,
        requested_scope: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Json:
        """Asks the platform to act with a tool on behalf of this person, and waits for nothing: the result follows as a ``tool.result``."""
        answer = await self.client.invoke_tool(
            self.delivery_id, tool, requested_scope, arguments, idempotency_key=idempotency_key
        )
        if answer["outcome"] == "pending_approval":
            self._handling.pending_invocations.add(answer["invocation_id"])
        return answer

    async def invoke(
        self,
        tool: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        kind: str | None = None,
        data: Any = None,
        idempotency_key: str | None = None,
    ) -> InvocationResult:
        """Asks the platform to act with a tool on behalf of this person, and waits for the result: where they have to approve it, until
        they did (24 hours at most). ``tool`` is its name, or the one that ``ctx.tools`` gave a model.

        What waits ends with the process, and when ``ctx.stopped`` is set; give the call a ``kind``, and ``agent.on_result`` goes on with it
        and with ``data``, any JSON.
        """
        return await self._handling.turn.slot.lend_while(self._run(tool, arguments or {}, kind, data, idempotency_key))

    @overload
    async def decide(
        self,
        action: str,
        *,
        arguments: A,
        options: None = None,
        details: Details | None = None,
        editable: Sequence[str] = (),
        expires_in_minutes: int | None = None,
        kind: str | None = None,
        data: Any = None,
        idempotency_key: str | None = None,
    ) -> Approved[A, None] | Denied: ...

    @overload
    async def decide(
        self,
        action: str,
        *,
        options: None = None,
        details: Details | None = None,
        editable: Sequence[str] = (),
        expires_in_minutes: int | None = None,
        kind: str | None = None,
        data: Any = None,
        idempotency_key: str | None = None,
    ) -> Approved[None, None] | Denied: ...

    @overload
    async def decide(
        self,
        action: str,
        *,
        arguments: A,
        options: Mapping[O, str],
        details: Details | None = None,
        editable: Sequence[str] = (),
        expires_in_minutes: int | None = None,
        kind: str | None = None,
        data: Any = None,
        idempotency_key: str | None = None,
    ) -> Approved[A, O] | Denied: ...

    @overload
    async def decide(
        self,
        action: str,
        *,
        options: Mapping[O, str],
        details: Details | None = None,
        editable: Sequence[str] = (),
        expires_in_minutes: int | None = None,
        kind: str | None = None,
        data: Any = None,
        idempotency_key: str | None = None,
    ) -> Approved[None, O] | Denied: ...

    @overload
    async def decide(
        self,
        action: str,
        *,
        arguments: A,
        options: Sequence[Mapping[str, str]],
        details: Details | None = None,
        editable: Sequence[str] = (),
        expires_in_minutes: int | None = None,
        kind: str | None = None,
        data: Any = None,
        idempotency_key: str | None = None,
    ) -> Approved[A, str] | Denied: ...

    @overload
    async def decide(
        self,
        action: str,
        *,
        options: Sequence[Mapping[str, str]],
        details: Details | None = None,
        editable: Sequence[str] = (),
        expires_in_minutes: int | None = None,
        kind: str | None = None,
        data: Any = None,
        idempotency_key: str | None = None,
    ) -> Approved[None, str] | Denied: ...

    async def decide(
        self,
        action: str,
        *,
        details: Details | None = None,
        arguments: Any = None,
        options: Options | None = None,
        editable: Sequence[str] = (),
        expires_in_minutes: int | None = None,
        kind: str | None = None,
        data: Any = None,
        idempotency_key: str | None = None,
    ) -> Approved[Any, Any] | Denied:
        """Has this person decide on an action of the agent's own, and waits until they did. They must have granted
        ``decision.request``.

        >>> decision = await ctx.decide(
        ...     "Book a table",
        ...     arguments={"guests": 4},
        ...     editable=["/guests"],
        ...     options={"inside": "Inside", "garden": "In the garden"},
        ... )
        >>> if decision.approved:
        ...     await book(decision.option, decision.arguments["guests"])

        Act on the ``arguments`` of the answer: they are exactly what was shown, with what the person changed of the ``editable`` ones (up to
        10 JSON Pointers, each to a text, number, boolean or null). ``details`` are up to 20 lines of a label and a value. Of ``options``, 2
        to 5 labels by their ids or ``id``, ``label`` and ``detail`` of each, the person chooses one to approve. ``expires_in_minutes`` is 5
        to 10,080; without it they have as long as the operator lets approvals wait, 24 hours. ``kind`` and ``data`` are as for ``invoke``.
        """
        asked = decision_arguments(action, details, arguments, options, editable, expires_in_minutes)
        return decision_of(
            await self.invoke("decision.request", asked, kind=kind, data=data, idempotency_key=idempotency_key)
        )

    async def request_decision(
        self,
        action: str,
        *,
        details: Details | None = None,
        arguments: Any = None,
        options: Options | None = None,
        editable: Sequence[str] = (),
        expires_in_minutes: int | None = None,
        idempotency_key: str | None = None,
    ) -> Json:
        """The same without waiting: the decision comes as a ``tool.result``."""
        asked = decision_arguments(action, details, arguments, options, editable, expires_in_minutes)
        return await self.invoke_tool("decision.request", "decision.request", asked, idempotency_key=idempotency_key)

    async def _run(
        self, tool: str, arguments: Mapping[str, Any], kind: str | None, data: Any, key: str | None
    ) -> InvocationResult:
        name, scope = await find_call(tool, self._invoking.tools)

        def note(invocation_id: str) -> PendingResult:
            now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
            return PendingResult(invocation_id, kind, name, self.conversation_id, self.delivery_id, data, now)

        call: Callable[[], Awaitable[Json]] = lambda: self.invoke_tool(name, scope, arguments, idempotency_key=key)
        try:
            return await self._invoking.desk.run(call, note, self.conversation_id, self.stopped)
        except StoppedError:
            self._handling.turn.goes_on = kind is not None
            raise
