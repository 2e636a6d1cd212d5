from __future__ import annotations

import inspect
import re
from typing import Any, Awaitable, Callable, Iterable, Mapping, Sequence, TypeVar, Union

from ._handling import Envelope, HandlerOptions, Overlap
from ._tables import EVENT_TYPES, EventType
from .blocks import ButtonsBlock, CardBlock, FormBlock
from .context import Context
from .results import KnownResult
from .seen import settled

#: Runs the handlers after this one.
Next = Callable[[], Awaitable[None]]
#: A step on a delivery's way. It handles the delivery, or calls ``next`` to pass it on, or both.
Middleware = Callable[[Context, Next], Awaitable[object]]
#: What a message is compared with: a regular expression, or the whole text but for case and the space around it.
Trigger = Union[str, "re.Pattern[str]"]
Handler = TypeVar("Handler", bound=Callable[..., Any])

_Rule = tuple[Callable[[Envelope], bool], HandlerOptions]


class Composer:
    """Handlers in the order in which they were added. A delivery goes through them from the first on; one that takes it ends the way,
    unless it has a second parameter and calls it: ``async def handler(ctx, next)``."""

    def __init__(self) -> None:
        self._steps: list[Middleware] = []
        self._rules: list[_Rule] = []

    def use(self, middleware: Handler) -> Handler:
        """Adds middleware for every delivery.

        >>> @agent.use
        ... async def timed(ctx, next):
        ...     await next()
        """
        self._steps.append(_step(middleware))
        return middleware

    def on(
        self, *events: EventType, overlap: Overlap | None = None, timeout: float | None = None
    ) -> Callable[[Handler], Handler]:
        """Adds a handler for one event, or for several. ``overlap`` and ``timeout`` (seconds) say how it is run."""
        for event in events:
            if event not in EVENT_TYPES:
                raise ValueError(f"There is no event {event!r}; there are {', '.join(EVENT_TYPES)}.")
        if not events:
            raise TypeError("Name the event: @agent.on('message.created').")
        options = HandlerOptions(overlap, timeout)
        return self._adding(lambda envelope: envelope["event"] in events, options)

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

        def note(ctx: Context) -> None:
            ctx.match = _heard(ctx.text, triggers)[1]

        return self._adding(takes, HandlerOptions(overlap, timeout), note)

    def on_form(self, form: FormBlock) -> Callable[[Handler], Handler]:
        """Adds a handler ``(ctx, values)`` for the answers to a form. An envelope does not name the form, so an answer is taken for one
        where it has all required fields and no others than its own."""

        def read(ctx: Context) -> Mapping[str, Any] | None:
            if ctx.event != "form.submitted":
                return None
            values: Mapping[str, Any] = ctx.envelope["form_submission"]["values"]
            return values if _is_answer(form, values) else None

        return self._adding_with(read)

    def on_press(self, block: ButtonsBlock | CardBlock) -> Callable[[Handler], Handler]:
        """Adds a handler ``(ctx, payload)`` for the presses of buttons, or of the actions of a card."""
        choices = block["buttons"] if block["type"] == "buttons" else block.get("actions", [])
        payloads = {choice["payload"] for choice in choices}
        return self._adding_with(lambda ctx: ctx.text if ctx.event == "message.created" and ctx.text in payloads else None)

    def on_result(self, kind: str) -> Callable[[Handler], Handler]:
        """Adds a handler ``(ctx, result)`` that goes on with the result of ``ctx.decide`` or ``ctx.invoke`` of this ``kind`` where the
        handler that began it is gone: after a restart as well, if the agent has ``results`` that survive one."""

        def read(ctx: Context) -> KnownResult | None:
            return ctx.result if ctx.result is not None and ctx.result.kind == kind else None

        return self._adding_with(read)

    def filter(self, predicate: Callable[[Context], bool]) -> Callable[[Handler], Handler]:
        """Adds a handler for the deliveries that ``predicate`` picks."""

        def add(handler: Handler) -> Handler:
            self._steps.append(_where(predicate, _step(handler)))
            return handler

        return add

    def options_for(self, envelope: Envelope) -> HandlerOptions:
        """How a delivery is run: as the first handler says that takes it."""
        return next((options for takes, options in self._rules if takes(envelope)), HandlerOptions())

    async def run_steps(self, ctx: Context) -> None:
        """Takes a delivery through the handlers."""
        await _run(self._steps, 0, ctx)

    def _adding(
        self,
        takes: Callable[[Envelope], bool],
        options: HandlerOptions = HandlerOptions(),
        note: Callable[[Context], None] = lambda ctx: None,
    ) -> Callable[[Handler], Handler]:
        def add(handler: Handler) -> Handler:
            step = _step(handler)

            async def noted(ctx: Context, next: Next) -> None:
                note(ctx)
                await step(ctx, next)

            self._rules.append((takes, options))
            self._steps.append(_where(lambda ctx: takes(ctx.envelope), noted))
            return handler

        return add

    def _adding_with(self, read: Callable[[Context], Any]) -> Callable[[Handler], Handler]:
        def add(handler: Handler) -> Handler:
            async def step(ctx: Context, next: Next) -> None:
                value = read(ctx)
                if value is None:
                    await next()
                else:
                    await _call(handler, [ctx, value], next)

            self._steps.append(step)
            return handler

        return add


async def _run(steps: Sequence[Middleware], index: int, ctx: Context) -> None:
    if index == len(steps):
        return
    has_passed = False

    async def following() -> None:
        nonlocal has_passed
        if has_passed:
            raise RuntimeError("A handler called next() twice. Call it once, and await what it gives.")
        has_passed = True
        await _run(steps, index + 1, ctx)

    await steps[index](ctx, following)


def _where(predicate: Callable[[Context], bool], step: Middleware) -> Middleware:
    async def branch(ctx: Context, next: Next) -> None:
        await (step(ctx, next) if predicate(ctx) else next())

    return branch


def _step(handler: Callable[..., Any]) -> Middleware:
    async def step(ctx: Context, next: Next) -> None:
        await _call(handler, [ctx], next)

    return step


async def _call(handler: Callable[..., Any], given: list[Any], next: Next) -> None:
    """Calls a handler, with ``next`` where it takes one more; one that is no coroutine function is called as it is."""
    await settled(handler(*given, next) if _positions(handler) > len(given) else handler(*given))


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
