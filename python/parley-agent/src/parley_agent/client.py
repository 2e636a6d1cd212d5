from __future__ import annotations

import json
import re
import uuid
from datetime import datetime
from typing import Any, Callable, Literal, Mapping, Sequence
from urllib.parse import quote, urlencode

from ._door import Call, Door, Retry
from .content import Content, to_blocks
from .errors import refused_locally

#: The statuses that an agent may give its task.
TaskStatus = Literal["in_progress", "awaiting_approval", "completed", "failed"]
Json = dict[str, Any]
Details = Mapping[str, str] | Sequence[Mapping[str, str]]
#: Labels by their ids, or ``id``, ``label`` and ``detail`` of each.
Options = Mapping[Any, str] | Sequence[Mapping[str, str]]


class CallWatch:
    """Sees the calls of a handler."""

    def starting(self) -> None:
        """May raise, and then nothing is sent."""

    def failed(self, error: Exception) -> None:
        """Hears of a call that failed."""


class AgentClient:
    """Every call that an agent can make, signed, with retries. A handler reaches it as ``ctx.client``; a program that only sends, such
    as a nightly job, uses ``agent.client``.

    Each method raises RefusedError where the platform refuses and NetworkError where no complete answer came. Network errors, 408, 429
    and 5xx are retried with the same Idempotency-Key and the same bytes, so a retry never acts twice. With an ``idempotency_key`` of
    your own (1 to 255 printable ASCII characters) two calls are one, also across restarts, for 24 hours.
    """

    def __init__(self, door: Door, watch: CallWatch | None = None, trace: Mapping[str, str] | None = None) -> None:
        self._door = door
        self._watch = watch or CallWatch()
        self._trace = dict(trace or {})

    def watched(self, watch: CallWatch) -> AgentClient:
        """The same calls, each seen by ``watch``. The package uses it for the calls of a handler."""
        return AgentClient(self._door, watch, self._trace)

    def within(self, traceparent: str, tracestate: str | None = None) -> AgentClient:
        """The same calls, each as a part of a trace (W3C Trace Context)."""
        trace = {"traceparent": traceparent, **({"tracestate": tracestate} if tracestate else {})}
        return AgentClient(self._door, self._watch, trace)

    async def reply(
        self,
        delivery_id: str,
        content: Content,
        *,
        partial: bool = False,
        to_agent_id: str | None = None,
        idempotency_key: str | None = None,
        retry: Retry | None = None,
    ) -> Json:
        """Answers a delivery, at most 20 times within 7 days. A ``partial`` reply replaces the open draft; the next reply closes it.

        ``to_agent_id`` also calls another agent with the same blocks; final replies only.
        """
        body: Json = {"in_reply_to_delivery_id": delivery_id}
        body["blocks"] = to_blocks(content, "partial" if partial else "final")
        if partial:
            body["partial"] = True
        if to_agent_id is not None:
            body["to_agent_id"] = to_agent_id
        return await self._keyed("reply", "/hooks/v1/reply", body, idempotency_key, retry)

    async def update_task(
        self,
        delivery_id: str,
        status: TaskStatus,
        *,
        note: str | None = None,
        content: Content | None = None,
        idempotency_key: str | None = None,
    ) -> Json:
        """Moves the task of a delivery. ``applied`` in the answer is false where the task already had that status."""
        body: Json = {"in_reply_to_delivery_id": delivery_id, "status": status}
        if content is not None:
            body["blocks"] = to_blocks(content)
        if note is not None:
            body["note"] = note
        return await self._keyed("update_task", "/hooks/v1/task", body, idempotency_key)

    async def send_proactive(
        self, conversation_id: str, content: Content, *, idempotency_key: str | None = None
    ) -> Json:
        """Sends a message that answers no delivery. The recipient must have granted ``proactive.message``."""
        body = {"conversation_id": conversation_id, "blocks": to_blocks(content)}
        return await self._keyed("send_proactive", "/hooks/v1/proactive", body, idempotency_key)

    async def edit_message(self, message_id: str, content: Content, *, idempotency_key: str | None = None) -> Json:
        """Changes the blocks of a final message of this agent, for 7 days and at most 20 times. Nobody is notified."""
        path = f"/hooks/v1/messages/{quote(message_id, safe='')}/edit"
        return await self._keyed("edit_message", path, {"blocks": to_blocks(content)}, idempotency_key)

    async def search_agents(self, query: str, *, limit: int | None = None) -> Json:
        """Finds public agents whose handle, name or description holds every word of ``query``; 5 unless ``limit`` (at most 20) says
        otherwise."""
        return await self._get("search_agents", "/hooks/v1/agents/search", q=query, limit=limit)

    async def invoke_tool(
        self,
        delivery_id: str,
        tool: str,
        requested_scope: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Json:
        """Asks the platform to act with a tool on behalf of the person of a delivery. With ``allow`` the result follows as a
        ``tool.result`` delivery; with ``pending_approval`` it follows once the person has decided."""
        body = {
            "in_reply_to_delivery_id": delivery_id,
            "requested_scope": requested_scope,
            "tool": tool,
            "arguments": dict(arguments or {}),
        }
        return await self._keyed("invoke_tool", "/hooks/v1/tools/invoke", body, idempotency_key)

    async def request_decision(
        self,
        delivery_id: str,
        action: str,
        *,
        details: Details | None = None,
        arguments: Any = None,
        options: Options | None = None,
        editable: Sequence[str] = (),
        expires_in_minutes: int | None = None,
        idempotency_key: str | None = None,
    ) -> Json:
        """Has the person of a delivery decide on an action of the agent's own (scope ``decision.request``). Once they approve, the
        ``tool.result`` that follows has the content ``{"approved": true, "arguments": …}``, exactly as they approved them, and ``option``,
        ``changed`` and ``reason`` where there are any."""
        asked = decision_arguments(action, details, arguments, options, editable, expires_in_minutes)
        return await self.invoke_tool(
            delivery_id, "decision.request", "decision.request", asked, idempotency_key=idempotency_key
        )

    async def list_tools(self) -> Json:
        """The tools of the scopes that the manifest requests, but not those that the operator keeps from this agent."""
        return await self._get("list_tools", "/hooks/v1/tools")

    async def check_delivery(self, delivery_id: str, *, retry: Retry | None = None) -> Json:
        """What a delivery of this agent authorizes now: the scopes that its person grants, whether it was stopped, how many replies are
        left."""
        path = f"/hooks/v1/deliveries/{quote(delivery_id, safe='')}"
        return await self._send(Call("check_delivery", "GET", path, retry=retry))

    async def schedule(
        self,
        delivery_id: str,
        text: str,
        *,
        at: datetime | str | None = None,
        cron: str | None = None,
        timezone: str | None = None,
        idempotency_key: str | None = None,
    ) -> Json:
        """Plans a ``tick.scheduled`` for this agent and the person of a delivery, who must have granted ``schedule.write``: once ``at`` a
        time at most 365 days ahead, with its offset, or at the times of ``cron``, five fields read in ``timezone``. A datetime without a time zone is refused here; a text is checked by the platform."""
        body: Json = {"in_reply_to_delivery_id": delivery_id, "text": text}
        body["at"] = _moment(at) if isinstance(at, datetime) else at
        body.update(cron=cron, timezone=timezone)
        given = {name: value for name, value in body.items() if value is not None}
        return await self._keyed("schedule", "/hooks/v1/schedules", given, idempotency_key)

    async def list_schedules(self, *, limit: int | None = None, cursor: str | None = None) -> Json:
        """The schedules that this agent made, oldest first. ``next_cursor`` is None at the end."""
        return await self._get("list_schedules", "/hooks/v1/schedules", limit=limit, cursor=cursor)

    async def end_schedule(self, schedule_id: str) -> None:
        """Ends a schedule that this agent made."""
        await self._send(Call("end_schedule", "DELETE", f"/hooks/v1/schedules/{quote(schedule_id, safe='')}"))

    async def receipt(self, approval_id: str) -> Json:
        """The signed receipt of the decision on a call of this agent, by the ``approval_id`` that the call was answered with."""
        answer = await self._get("receipt", f"/hooks/v1/approvals/{quote(approval_id, safe='')}/receipt")
        return dict(answer["receipt"])

    async def read_history(
        self,
        conversation_id: str,
        *,
        before: int | None = None,
        after: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Json:
        """Reads a conversation back, in ascending ``seq``: the newest page, or one before or after a ``seq``. A person's messages are
        there where they granted ``history.read``. A page may be short and still have a ``next_cursor``; it is None at the end."""
        path = f"/hooks/v1/conversations/{quote(conversation_id, safe='')}/messages"
        return await self._get("read_history", path, before=before, after=after, limit=limit, cursor=cursor)

    async def upload_asset(self, data: bytes, content_type: str, *, filename: str | None = None) -> Json:
        """Uploads bytes for use in image, file, audio and video blocks, at most 25 MiB. Its ``asset_id`` goes into the block."""
        headers = {"Content-Type": content_type}
        if filename is not None:
            # A header holds printable ASCII only.
            headers["X-Filename"] = filename if re.fullmatch(r"[\x20-\x7e]+", filename) else quote(filename, safe="")
        return await self._send(Call("upload_asset", "POST", "/hooks/v1/assets", data, headers))

    async def asset_url(self, asset_id: str) -> Json:
        """A link to an asset's bytes that is good for 5 minutes."""
        return await self._get("asset_url", f"/hooks/v1/assets/{quote(asset_id, safe='')}/url")

    async def ack(
        self,
        delivery_id: str,
        status: Literal["accepted", "failed"],
        *,
        error: str | None = None,
        retry: Retry | None = None,
    ) -> Json:
        """Tells the platform how a relayed delivery was taken. The relay calls this by itself."""
        body = {"status": status, **({} if error is None else {"error": error[:500] or "failed"})}
        path = f"/hooks/v1/deliveries/{quote(delivery_id, safe='')}/ack"
        return await self._post("ack", path, body, None, retry)

    async def report_failure(self, delivery_id: str, reason: str, *, retry: Retry | None = None) -> None:
        """Says that a delivery could not be answered: its draft is closed, the person is told, and ``reason`` (up to 1,000 characters)
        is shown to the agent's owner. Counts once a delivery. The package calls this by itself where a handler raises."""
        path = f"/hooks/v1/deliveries/{quote(delivery_id, safe='')}/failure"
        await self._post("report_failure", path, {"reason": reason}, None, retry)

    async def _get(self, name: str, path: str, **query: object) -> Json:
        written = urlencode({key: value for key, value in query.items() if value is not None})
        return await self._send(Call(name, "GET", f"{path}?{written}" if written else path))

    async def _keyed(self, name: str, path: str, body: Json, key: str | None, retry: Retry | None = None) -> Json:
        """A call that acts once for its key, however often it is sent."""
        return await self._post(name, path, body, key or str(uuid.uuid4()), retry)

    async def _post(self, name: str, path: str, body: Json, key: str | None, retry: Retry | None) -> Json:
        data = _to_json({"version": "1", **body})
        return await self._send(Call(name, "POST", path, data, {"Content-Type": "application/json"}, key, retry))

    async def _send(self, call: Call) -> Json:
        self._watch.starting()
        if self._trace:
            call = Call(**{**call.__dict__, "headers": {**self._trace, **call.headers}})
        try:
            answer: Json = await self._door.call(call)
            return answer
        except Exception as error:
            self._watch.failed(error)
            raise


def decision_arguments(
    action: str,
    details: Details | None,
    arguments: Any,
    options: Options | None = None,
    editable: Sequence[str] = (),
    expires_in_minutes: int | None = None,
) -> Json:
    """A request for a decision as the arguments of the tool ``decision.request``."""
    asked: Json = {"action": action}
    if details is not None:
        asked["details"] = _rows(details, "label", "value")
    if arguments is not None:
        asked["arguments"] = arguments
    if options is not None:
        asked["options"] = _rows(options, "id", "label")
    if editable:
        asked["editable"] = list(editable)
    if expires_in_minutes is not None:
        asked["expires_in_minutes"] = expires_in_minutes
    return asked


def _moment(at: datetime) -> str:
    if at.utcoffset() is None:
        message = "This datetime has no time zone, so it names no moment."
        hint = "Give it one, as in datetime.now(timezone.utc) or at.astimezone(), which takes the zone of this machine."
        raise refused_locally("malformed_request", "/at", None, message, hint)
    return at.isoformat()


def _rows(given: Mapping[Any, str] | Sequence[Mapping[str, str]], key: str, value: str) -> list[Json]:
    if isinstance(given, Mapping):
        return [{key: name, value: words} for name, words in given.items()]
    return [dict(row) for row in given]


def _to_json(value: Json) -> bytes:
    write: Callable[[bool], str] = lambda ascii: json.dumps(
        value, ensure_ascii=ascii, allow_nan=False, separators=(",", ":")
    )
    try:
        return write(False).encode("utf-8")
    except UnicodeEncodeError:
        # Half of a pair of surrogates has no bytes of its own.
        return write(True).encode("ascii")
