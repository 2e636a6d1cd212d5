"""What comes of the invocations of tools, and who goes on with it."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Awaitable, Callable, Generic, Literal, Protocol, TypeVar

from ._beginnings import Beginnings
from ._whole_file import write_whole
from .seen import MaybeAwaitable, settled
from .stopping import Stopped, unless_stopped

Outcome = Literal["succeeded", "failed", "denied", "expired"]
Arguments = TypeVar("Arguments", covariant=True)
Option = TypeVar("Option", covariant=True)


@dataclass(frozen=True)
class InvocationResult:
    """What came of an invocation. ``denied`` by the person or by policy; ``expired`` where nobody decided in time. ``content`` is what
    the tool answered; where it did not succeed, an object with a ``code``."""

    invocation_id: str
    tool: str
    outcome: Outcome
    content: Any

    @property
    def reason(self) -> str | None:
        """What the person said about their decision; None where they said nothing, or approved something else than a decision."""
        content = self.content if isinstance(self.content, dict) else {}
        is_said = self.tool == "decision.request" if self.succeeded else content.get("code") == "denied_by_person"
        return content.get("reason") if is_said else None

    @property
    def succeeded(self) -> bool:
        return self.outcome == "succeeded"


@dataclass(frozen=True)
class Decision:
    """What a person decided. Act on ``arguments``: where ``approved``, they are exactly what the person saw, with what they changed; else
    None."""

    approved: bool
    arguments: Any
    outcome: Outcome
    invocation_id: str
    #: The id of the option that they chose; None where there were none, or they denied it.
    option: Any = None
    #: JSON Pointers to the arguments that they changed, of those that were editable.
    changed: tuple[str, ...] = ()
    #: What they said about it; None where they said nothing, or nobody decided.
    reason: str | None = None


@dataclass(frozen=True)
class Approved(Decision, Generic[Arguments, Option]):
    """What a person approved."""

    approved: Literal[True]
    arguments: Arguments
    outcome: Literal["succeeded"]
    invocation_id: str
    option: Option
    changed: tuple[str, ...] = ()
    reason: str | None = None


@dataclass(frozen=True)
class Denied(Decision):
    """What a person denied, or did not decide in time, or could not be asked."""

    approved: Literal[False]
    arguments: None
    outcome: Literal["failed", "denied", "expired"]
    invocation_id: str
    option: None = None


@dataclass(frozen=True)
class PendingResult:
    """An invocation whose result has not come yet, as it is kept for the time after a restart. ``data`` is any JSON."""

    invocation_id: str
    kind: str | None
    tool: str
    conversation_id: str
    delivery_id: str
    data: Any
    created_at: str


@dataclass(frozen=True)
class KnownResult(InvocationResult):
    """What ``agent.on_result`` gets: a result that nobody waits for any longer, with the ``data`` that was left for it."""

    kind: str
    #: Whether a decision was approved; for another tool the same as ``succeeded``.
    approved: bool
    #: The arguments of an approved decision, as the person saw them; else None.
    arguments: Any
    data: Any
    #: The id of the option that was chosen; None where there were none.
    option: str | None = None
    #: JSON Pointers to the arguments that the person changed.
    changed: tuple[str, ...] = ()


class ResultStore(Protocol):
    """Remembers invocations until their results have been handled. Each method may be a coroutine."""

    def put(self, pending: PendingResult) -> MaybeAwaitable[None]: ...

    def get(self, invocation_id: str) -> MaybeAwaitable[PendingResult | None]: ...

    def delete(self, invocation_id: str) -> MaybeAwaitable[None]: ...


class ResultsInMemory:
    """Remembers them until the process ends; the oldest beyond 10,000 are forgotten."""

    def __init__(self) -> None:
        self._pending: dict[str, PendingResult] = {}

    def put(self, pending: PendingResult) -> None:
        self._pending[pending.invocation_id] = pending
        if len(self._pending) > 10_000:
            del self._pending[next(iter(self._pending))]

    def get(self, invocation_id: str) -> PendingResult | None:
        return self._pending.get(invocation_id)

    def delete(self, invocation_id: str) -> None:
        self._pending.pop(invocation_id, None)


class ResultsInFile(ResultsInMemory):
    """Remembers them in a JSON file, for an agent of one process. Each change writes the whole file beside the old one, and then takes
    its place, so a crash leaves one of the two."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__()
        self._path = Path(path)
        if self._path.exists():
            items = json.loads(self._path.read_text("utf-8"))
            self._pending = {item["invocation_id"]: PendingResult(**item) for item in items}

    def put(self, pending: PendingResult) -> None:
        super().put(pending)
        self._write()

    def delete(self, invocation_id: str) -> None:
        if invocation_id in self._pending:
            super().delete(invocation_id)
            self._write()

    def _write(self) -> None:
        write_whole(self._path, json.dumps([asdict(pending) for pending in self._pending.values()], indent=2))


def result_of(envelope: dict[str, Any]) -> InvocationResult:
    """Reads the result that a delivery carries."""
    result = envelope["tool_result"]
    return InvocationResult(result["invocation_id"], result["tool"], result["outcome"], result.get("content"))


def decision_of(result: InvocationResult) -> Approved[Any, Any] | Denied:
    """Reads the result of a ``decision.request``."""
    if result.outcome != "succeeded":
        return Denied(False, None, result.outcome, result.invocation_id, reason=result.reason)
    return Approved(True, outcome="succeeded", invocation_id=result.invocation_id, reason=result.reason, **_bound_by(result))


def known_result_of(result: InvocationResult, pending: PendingResult) -> KnownResult | None:
    """The result of an invocation that has a kind; None where it has none."""
    if pending.kind is None:
        return None
    known = {"kind": pending.kind, "approved": result.succeeded, "data": pending.data}
    return KnownResult(**asdict(result), **known, **_bound_by(result))


def _bound_by(result: InvocationResult) -> dict[str, Any]:
    """What an approved decision has bound; nothing for any other result."""
    is_decision = result.succeeded and result.tool == "decision.request"
    content = result.content if is_decision and isinstance(result.content, dict) else {}
    return {
        "arguments": content.get("arguments"),
        "option": content.get("option"),
        "changed": tuple(content.get("changed") or ()),
    }


@dataclass(frozen=True)
class Taken:
    """What a result is for: a handler of this process that has it now, or what was noted when it was begun."""

    is_claimed: bool
    pending: PendingResult | None = None


class OpenResults:
    """Brings the results of invocations to the handlers that wait for them in this process, and remembers the others."""

    def __init__(self, store: ResultStore) -> None:
        self._store = store
        self._waiting: dict[str, asyncio.Future[InvocationResult]] = {}
        self._beginnings = Beginnings()

    async def run(
        self,
        call: Callable[[], Awaitable[dict[str, Any]]],
        note: Callable[[str], PendingResult],
        conversation_id: str,
        stopped: Stopped,
    ) -> InvocationResult:
        """Begins an invocation and waits for its result, or until the handler is to stop; the result then goes to ``agent.on_result``."""
        invocation_id, result = await self._beginnings.hold(conversation_id, self._begin(call, note))
        try:
            return await unless_stopped(stopped, result)
        finally:
            self._waiting.pop(invocation_id, None)

    async def take(self, envelope: dict[str, Any]) -> Taken:
        """Takes a result that came."""
        result = result_of(envelope)
        if result.invocation_id not in self._waiting:
            await self._beginnings.settled(envelope["conversation_id"])
        waiting = self._waiting.pop(result.invocation_id, None)
        if waiting is None or waiting.done():
            return Taken(False, await settled(self._store.get(result.invocation_id)))
        waiting.set_result(result)
        await self.forget(result.invocation_id)
        return Taken(True)

    async def forget(self, invocation_id: str) -> None:
        """Forgets an invocation whose result was handled."""
        await settled(self._store.delete(invocation_id))

    async def _begin(
        self, call: Callable[[], Awaitable[dict[str, Any]]], note: Callable[[str], PendingResult]
    ) -> tuple[str, asyncio.Future[InvocationResult]]:
        invocation_id: str = (await call())["invocation_id"]
        result: asyncio.Future[InvocationResult] = asyncio.get_running_loop().create_future()
        self._waiting[invocation_id] = result
        try:
            await settled(self._store.put(note(invocation_id)))
        except Exception:
            # Nobody waits then, and the result goes to the handlers of tool.result.
            self._waiting.pop(invocation_id, None)
            raise
        return invocation_id, result
