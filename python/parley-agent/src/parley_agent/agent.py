from __future__ import annotations

import asyncio
import logging
import os
import signal
from typing import Any, AsyncIterator, Callable, Mapping, Sequence, TypeVar

import httpx

from ._open_calls import OpenCalls
from ._asgi import AsgiApp, asgi_app
from ._door import Door, Retry
from ._env import read_env
from ._handler_error import HandlerError
from ._handling import HandlerOptions, Handling, Overlap
from ._http_server import WebhookServer
from ._inbox import Inbox
from ._log import is_debugging, log, show_log
from ._notice import check_webhook
from ._run_handlers import ErrorHandler, close_draft, run_handlers
from ._tools import ToolList
from ._turn import take_steers
from ._watch_stop import watch_stop
from .client import AgentClient
from .composer import Composer
from .context import Context, ContextParts
from .relay import Relay
from .results import KnownResult, PendingResult, OpenResults, ResultsInMemory, ResultStore, known_result_of, result_of
from .seen import SeenDeliveries, SeenInMemory
from .signing import Signer, read_credential
from .store import StateStore, Store, StoreInMemory, store_of
from .webhook import Headers, WebhookAnswer, handle_request

Handler = TypeVar("Handler", bound=Callable[..., Any])

#: How long handlers that were told to stop have for their end, in seconds.
_LAST_WORDS = 2.0


class Agent(Composer):
    """An agent: handlers, and the ways by which deliveries reach them.

    >>> agent = Agent.from_env()
    >>> @agent.on("message.created")
    ... async def echo(ctx):
    ...     await ctx.reply(f"You said: {ctx.text}")
    >>> agent.run()
    """

    def __init__(
        self,
        base_url: str,
        agent_id: str,
        credential_id: str,
        secret: str,
        *,
        other_credentials: Sequence[tuple[str, str]] = (),
        concurrency: int = 32,
        queue_limit: int = 10_000,
        overlap: Overlap | None = None,
        timeout: float | None = None,
        seen: SeenDeliveries | None = None,
        results: ResultStore | None = None,
        store: StateStore | None = None,
        handle: str | None = None,
        debug: bool | None = None,
        retry: Retry | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        """The first four come from registering the agent.

        ``other_credentials`` (pairs of an id and a secret) are further ones that deliveries may be signed with, while the agent changes
        its own. ``concurrency``: how many conversations are handled side by side. ``queue_limit``: how many accepted deliveries may wait
        or run; what comes beyond that is sent again later. ``overlap`` and ``timeout`` (seconds) hold for handlers that do not say
        otherwise. ``seen`` remembers deliveries, ``results`` invocations and ``store`` the values of ``ctx.store``, in memory where it is
        not given. ``handle`` is the agent's own, for ``ctx.mentioned``. ``debug`` logs each delivery and each call; else PARLEY_DEBUG says. ``http`` is an httpx client
        of your own, with its proxies and certificates.

        Raises ValueError where one is not of its form.
        """
        super().__init__()
        credential = read_credential(agent_id, credential_id, secret)
        others = [read_credential(agent_id, *other) for other in other_credentials]
        if is_debugging() if debug is None else debug:
            show_log(logging.DEBUG)
        self._door = Door(base_url, Signer(credential), retry or Retry(), http)
        #: Every call of the platform, for work that no delivery began.
        self.client = AgentClient(self._door)
        self._usual = HandlerOptions(overlap, timeout)
        self._handle_name = handle
        self._calls = OpenCalls()
        self._desk = OpenResults(results or ResultsInMemory())
        self._tools = ToolList(self.client)
        self._agent_id = agent_id
        self._values: StateStore = store or StoreInMemory()
        self._on_error: ErrorHandler = _log_error
        self._relay: Relay | None = None
        self._has_resumed = False
        self._webhook_check: asyncio.Task[None] | None = None
        self._inbox = Inbox(
            credentials=[credential, *others],
            seen=seen or SeenInMemory(),
            handle=self._handle_delivery,
            is_awaited=self._calls.may_take,
            close_draft=lambda handling: close_draft(handling, self.client),
            options_for=lambda envelope: self.options_for(envelope).over(self._usual),
            concurrency=concurrency,
            queue_limit=queue_limit,
        )

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None, **options: Any) -> Agent:
        """Makes an agent from PARLEY_BASE_URL, PARLEY_AGENT_ID, PARLEY_CREDENTIAL_ID and PARLEY_AGENT_SECRET, and, where it is set,
        PARLEY_AGENT_HANDLE. Each of the first four may be in a file that a variable with ``_FILE`` behind its name names, which goes first.
        ``options`` are those of the constructor.

        Raises ValueError that names every variable that is missing, or the file that cannot be read or is empty.
        """
        read = read_env(os.environ if env is None else env)
        return cls(**{**read, **options})

    def catch(self, handler: Handler) -> Handler:
        """Sets what happens when a handler raises: a function of the HandlerError. Without it one line is logged.

        The platform has been told by then: the open draft is closed, the person reads that the agent could not answer, and the owner finds
        the reason in the delivery log. The delivery counts as failed, and is handled again if its owner sends it again.
        """
        self._on_error = handler
        return handler

    def store_of(self, id: str) -> Store:
        """What ``ctx.store`` is for a conversation (``cnv_…``), or ``ctx.store.person`` for a person (``usr_…``), for work that no delivery
        began. Raises ValueError for any other id."""
        return store_of(self._values, self._agent_id, id)

    async def start_relay(self) -> Relay:
        """Receives deliveries over a stream that the agent opens, so it needs no public address. Returns once the stream is open, and opens
        it again by itself whenever it breaks.

        Raises RefusedError where the platform refuses the credential. While the platform cannot be reached it keeps trying, and so it does
        where an open stream is refused later, as while the agent is paused.
        """
        await self._resume()
        if self._relay is None or self._relay.is_closed:
            self._relay = Relay(self._door, self.client, self._inbox)
        relay = self._relay
        await relay.ready()
        return relay

    async def handle(self, method: str, headers: Headers, body: bytes, *, wait: bool = False) -> WebhookAnswer:
        """Takes one request of the platform, in whatever server it came in, and says what to answer. ``body`` is its raw bytes.

        It returns as soon as the delivery is recorded, and the handlers run afterwards in the same event loop; with ``wait`` once they are
        done, for a function that sleeps when it has answered.
        """
        await self._resume()
        if self._webhook_check is None:
            self._webhook_check = asyncio.ensure_future(check_webhook(self._door, lambda: self._relay is not None))
        return await handle_request(self._inbox, method, headers, body, wait)

    def asgi_app(self) -> AsgiApp:
        """The same as an ASGI application: ``app = agent.asgi_app()``, and then ``uvicorn my_agent:app``."""
        return asgi_app(self)

    async def start_webhook(self, port: int = 8080, host: str = "127.0.0.1") -> WebhookServer:
        """The same with the standard library's own HTTP server. Port 0 takes a free one."""
        await self._resume()
        return WebhookServer(self, host, port)

    async def stop(self, grace: float = 10.0) -> None:
        """Takes no more deliveries, and returns once the accepted ones are handled, or ``grace`` seconds have passed; then ``ctx.stopped``
        is set."""
        if self._webhook_check is not None:
            self._webhook_check.cancel()
        if self._relay is not None:
            await self._relay.stop()
        if not await self._inbox.close(grace):
            log(logging.WARNING, "The agent stops while handlers still run.")
            self._inbox.stop()
            # For what they have to say of it.
            await self._inbox.close(_LAST_WORDS)
        self._inbox.stop()
        await self._door.close()

    def run(self) -> None:
        """Receives over the relay until Ctrl+C or SIGTERM, and then lets the handlers finish."""
        self._run(self.start_relay)

    def run_webhook(self, port: int = 8080, host: str = "127.0.0.1") -> None:
        """Receives at a webhook until Ctrl+C or SIGTERM, and then lets the handlers finish."""

        async def start() -> None:
            server = await self.start_webhook(port, host)
            log(logging.INFO, "The webhook is open.", host=host, port=server.port)

        self._run(start)

    def _run(self, start: Callable[[], Any]) -> None:
        show_log(logging.DEBUG if is_debugging() else logging.INFO)

        async def main() -> None:
            ended = asyncio.Event()
            loop = asyncio.get_running_loop()
            for name in (signal.SIGINT, signal.SIGTERM):
                _on_signal(loop, name, ended.set)
            starting = asyncio.ensure_future(start())
            ending = asyncio.ensure_future(ended.wait())
            try:
                await asyncio.wait({starting, ending}, return_when=asyncio.FIRST_COMPLETED)
                if starting.done():
                    starting.result()
                await ending
            finally:
                starting.cancel()
                await self.stop()

        asyncio.run(main())

    async def _resume(self) -> None:
        if self._has_resumed:
            return
        self._has_resumed = True
        try:
            await self._inbox.resume()
        except Exception:
            # The store may be back at the next delivery.
            self._has_resumed = False
            raise

    async def _handle_delivery(self, handling: Handling) -> bool:
        envelope = handling.envelope
        if await self._calls.take(envelope):
            return True
        if envelope["event"] != "tool.result":
            return await self._run_handlers(handling, None)
        try:
            taken = await self._desk.take(envelope)
        except Exception as error:
            log(logging.ERROR, "The store of results failed.", delivery_id=envelope["delivery_id"], error=error)
            return await self._run_handlers(handling, None)
        if taken.is_claimed:
            return True
        return await self._go_on(handling, taken.pending)

    async def _go_on(self, handling: Handling, pending: PendingResult | None) -> bool:
        if pending is None:
            return await self._run_handlers(handling, None)
        result = known_result_of(result_of(handling.envelope), pending)
        is_handled = await self._run_handlers(handling, result)
        if is_handled:
            try:
                await self._desk.forget(pending.invocation_id)
            except Exception as error:
                log(logging.ERROR, "The store of results failed.", invocation_id=pending.invocation_id, error=error)
        return is_handled

    async def _run_handlers(self, handling: Handling, result: KnownResult | None) -> bool:
        watches: list[asyncio.Future[None]] = []
        ctx = self._join(handling, watches, result=result)
        log(logging.DEBUG, "A delivery is handled.", event=ctx.event, delivery_id=ctx.delivery_id)
        began = asyncio.get_running_loop().time()
        client = self._client_of(handling)
        try:
            is_handled = await run_handlers(ctx, handling, self.run_steps, self._on_error, client)
        finally:
            for watch in watches:
                watch.cancel()
        ms = round((asyncio.get_running_loop().time() - began) * 1000)
        details = {"event": ctx.event, "delivery_id": ctx.delivery_id, "is_handled": is_handled, "ms": ms}
        log(logging.DEBUG, "A delivery was handled.", **details)
        return is_handled

    def _client_of(self, handling: Handling) -> AgentClient:
        return self.client.within(**handling.trace) if handling.trace else self.client

    def _join(
        self,
        handling: Handling,
        watches: list[asyncio.Future[None]],
        *,
        result: KnownResult | None = None,
        state: dict[str, Any] | None = None,
    ) -> Context:
        """The context of a delivery that is a part of a running turn. What watches it is added to ``watches``."""
        watches.append(asyncio.ensure_future(watch_stop(handling, self.client)))

        async def steers(until: asyncio.Future[Any] | None, wait: bool, shared: dict[str, Any]) -> AsyncIterator[Context]:
            async for steer in take_steers(handling.turn, lambda: self._inbox.next_steer(handling), until, wait):
                ids = {"delivery_id": steer.envelope["delivery_id"], "by": handling.envelope["delivery_id"]}
                log(logging.DEBUG, "A running handler has taken a message into its turn.", **ids)
                yield self._join(steer, watches, state=shared)

        parts = ContextParts(
            client=self._client_of(handling),
            handling=handling,
            desk=self._desk,
            calls=self._calls,
            tools=self._tools,
            handle=self._handle_name,
            result=result,
            state={} if state is None else state,
            steers=steers,
            store=self._values,
        )
        return Context(parts)


def _log_error(error: HandlerError) -> None:
    logging.getLogger("parley_agent").error("%s", error, exc_info=error.__cause__)


def _on_signal(loop: asyncio.AbstractEventLoop, name: signal.Signals, act: Callable[[], None]) -> None:
    try:
        loop.add_signal_handler(name, act)
    except NotImplementedError:
        # Windows: the event loop hears of signals when it next wakes up.
        signal.signal(name, lambda *_: loop.call_soon_threadsafe(act))
