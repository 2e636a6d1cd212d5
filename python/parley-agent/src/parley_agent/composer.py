from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from typing import Any, Awaitable, Callable, Iterable, Mapping, Sequence, TypeVar, Union

from ._handling import Envelope, HandlerOptions, Overlap
from ._tables import EVENT_TYPES, EventType
from .blocks import ButtonsBlock, CardBlock, FormBlock
from .context import Context
from .results import KnownResult

#: Runs the handlers after this one.
Next = Callable[[], Awaitable[None]]
#: A step on a delivery's way. It handles the delivery, or calls ``next`` to pass it on, or both.
Middleware = Callable[[Context, Next], Awaitable[object]]
#: What a message is compared with: a regular expression, or the whole text but for case and the space around it.
Trigger = Union[str, "re.Pattern[str]"]
Handler = TypeVar("Handler", bound=Callable[..., Any])

_Rule = tuple[Callable[[Envelope], bool], HandlerOptions]
#: What a handler is called with, besides ``next``; None where the delivery is not for it.
_Read = Callable[[Context], "tuple[Any, ...] | None"]


@dataclass(frozen=True)
class _Step:
    """A handler with the deliveries that it takes."""

    handler: Callable[..., Any]
    read: _Read
    #: Whether the handler has one more parameter than ``read`` gives, for ``next``.
    takes_next: bool


class Composer:
    """Handlers in the order in which they were added. A delivery goes through them from the first on; one that takes it ends the way,
    unless it has a second parameter and calls it: ``async def handler(ctx, next)``."""

    def __init__(self) -> None:
        self._steps: list[_Step] = []
        self._rules: list[_Rule] = []

    def use(self, middleware: Handler) -> Handler:
        """Adds middleware for every delivery.

        >>> @agent.use
        ... async def timed(ctx, next):
        ...     await next()
        """
        return self._adding(lambda ctx: (ctx,))(middleware)

    def on(
        self, *events: EventType, overlap: Overlap | None = None, timeout: float | None = None
    ) -> Callable[[Handler], Handler]:
        """Adds a handler for one event, or for several. ``overlap`` and ``timeout`` (seconds) say how it is run."""
        for event in events:
            if event not in EVENT_TYPES:
                raise ValueError(f"There is no event {event!r}; there are {', '.join(EVENT_TYPES)}.")
        if not events:
            raise TypeError("Name the event: @agent.on('message.created').")

        def takes(envelope: Envelope) -> bool:
            return envelope["event"] in events

        return self._adding(lambda ctx: (ctx,) if takes(ctx.envelope) else None, (takes, HandlerOptions(overlap, timeout)))

    def hears(
        self, *triggers: Trigger, overlap: Overlap | None = None, timeout: float | None = None
    ) -> Callable[[Handler], Handler]:
        """Adds a handler for messages with a certain text. ``ctx.match`` holds what a regular expression matched.

        >>> @agent.hears(re.compile(r"^weather in (.+)$", re.I))
        ... async def weather(ctx):
        ...     await ctx.reply(f"Looking up {ctx.match[1]} …")
        """

        def takes(envelope: Envelope) -> bool:
            return envelope["event"] == "message.created" and _heard(_last_text(envelope), triggers)[0]

        def read(ctx: Context) -> tuple[Context] | None:
            is_heard, match = _heard(ctx.text, triggers) if ctx.event == "message.created" else (False, None)
            if not is_heard:
                return None
            ctx.match = match
            return (ctx,)

        return self._adding(read, (takes, HandlerOptions(overlap, timeout)))

    def on_form(self, form: FormBlock) -> Callable[[Handler], Handler]:
        """Adds a handler ``(ctx, values)`` for the answers to a form. An envelope does not name the form, so an answer is taken for one
        where it has all required fields and no others than its own."""

        def read(ctx: Context) -> tuple[Context, Mapping[str, Any]] | None:
            if ctx.event != "form.submitted":
                return None
            values: Mapping[str, Any] = ctx.envelope["form_submission"]["values"]
            return (ctx, values) if _is_answer(form, values) else None

        return self._adding(read, given=2)

    def on_press(self, block: ButtonsBlock | CardBlock) -> Callable[[Handler], Handler]:
        """Adds a handler ``(ctx, payload)`` for the presses of buttons, or of the actions of a card."""
        choices = block["buttons"] if block["type"] == "buttons" else block.get("actions", [])
        payloads = {choice["payload"] for choice in choices}

        def read(ctx: Context) -> tuple[Context, str] | None:
            return (ctx, ctx.text) if ctx.event == "message.created" and ctx.text in payloads else None

        return self._adding(read, given=2)

    def on_result(self, kind: str) -> Callable[[Handler], Handler]:
        """Adds a handler ``(ctx, result)`` that goes on with the result of ``ctx.decide`` or ``ctx.invoke`` of this ``kind`` where the
        handler that began it is gone: after a restart as well, if the agent has ``results`` that survive one."""

        def read(ctx: Context) -> tuple[Context, KnownResult] | None:
            return (ctx, ctx.result) if ctx.result is not None and ctx.result.kind == kind else None

        return self._adding(read, given=2)

    def filter(self, predicate: Callable[[Context], bool]) -> Callable[[Handler], Handler]:
        """Adds a handler for the deliveries that ``predicate`` picks."""
        return self._adding(lambda ctx: (ctx,) if predicate(ctx) else None)

    def options_for(self, envelope: Envelope) -> HandlerOptions:
        """How a delivery is run: as the first handler says that takes it."""
        return next((options for takes, options in self._rules if takes(envelope)), HandlerOptions())

    def run_steps(self, ctx: Context) -> Awaitable[None]:
        """Takes a delivery through the handlers."""
        return _run(self._steps, 0, ctx)

    def _adding(self, read: _Read, rule: _Rule | None = None, given: int = 1) -> Callable[[Handler], Handler]:
        """Adds a handler that gets ``given`` values from ``read``."""

        def add(handler: Handler) -> Handler:
            if rule is not None:
                self._rules.append(rule)
            self._steps.append(_Step(handler, read, _positions(handler) > given))
            return handler

        return add


async def _run(steps: Sequence[_Step], begin: int, ctx: Context) -> None:
    """Calls the first handler that takes a delivery. Handlers that do not take it add nothing to the stack, so that there can be thousands
    of them; each call of ``next`` adds one frame."""
    for index in range(begin, len(steps)):
        step = steps[index]
        given = step.read(ctx)
        if given is None:
            continue
        called = step.handler(*given, _next(steps, index + 1, ctx)) if step.takes_next else step.handler(*given)
        # A handler that is no coroutine function has done its work by now.
        if inspect.isawaitable(called):
            await called
        return


def _next(steps: Sequence[_Step], begin: int, ctx: Context) -> Next:
    has_passed = False

    def next() -> Awaitable[None]:
        nonlocal has_passed
        if has_passed:
            raise RuntimeError("A handler called next() twice. Call it once, and await what it gives.")
        has_passed = True
        return _run(steps, begin, ctx)

    return next


def _positions(handler: Callable[..., Any]) -> int:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(handler).parameters.values()
    return sum(one.kind in kinds and one.default is inspect.Parameter.empty for one in parameters)


def _heard(text: str, triggers: Iterable[Trigger]) -> tuple[bool, re.Match[str] | None]:
    """Whether a text is one of the triggers, and what of it the expression matched."""
    for trigger in triggers:
        if isinstance(trigger, str):
            if text.strip().casefold() == trigger.casefold():
                return True, None
        elif match := trigger.search(text):
            return True, match
    return False, None


def _last_text(envelope: Envelope) -> str:
    messages = envelope.get("messages") or [{}]
    return messages[-1].get("text") or ""


def _is_answer(form: FormBlock, values: Mapping[str, Any]) -> bool:
    fields = {field["name"]: field for field in form["fields"]}
    if not all(name in values for name, field in fields.items() if field.get("required")):
        return False
    for name, value in values.items():
        field = fields.get(name)
        if field is None:
            return False
        if field["field_type"] == "number" and (isinstance(value, bool) or not isinstance(value, (int, float))):
            return False
        if "options" in field and value not in [option["payload"] for option in field["options"]]:
            return False
    return True
