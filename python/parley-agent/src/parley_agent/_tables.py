"""Generated from the protocol: run ``npx tsx scripts/generated.ts --write``."""

# fmt: off
# ruff: noqa: E501

from __future__ import annotations

from typing import Any, Literal, NamedTuple


class Refusal(NamedTuple):
    status: int
    retryable: bool
    message: str


#: How many blocks a request may carry, and how deep JSON may be nested in it.
REPLY_BLOCKS = 50
JSON_DEPTH = 32

EventType = Literal["message.created", "task.assigned", "task.cancelled", "approval.resolved", "tick.scheduled", "member.joined", "tool.result", "form.submitted", "agent.call"]
EVENT_TYPES: tuple[EventType, ...] = ("message.created", "task.assigned", "task.cancelled", "approval.resolved", "tick.scheduled", "member.joined", "tool.result", "form.submitted", "agent.call")

REFUSALS: dict[str, Refusal] = {
    "malformed_request": Refusal(400, False, "The request is not of the form that this call takes."),
    "idempotency_key_invalid": Refusal(400, False, "An Idempotency-Key is 1 to 255 printable ASCII characters."),
    "idempotency_key_required": Refusal(400, False, "This call needs an Idempotency-Key header."),
    "idempotency_key_reused": Refusal(422, False, "This Idempotency-Key was already used with another request body."),
    "unsupported_media_type": Refusal(415, False, "This call takes application/json."),
    "payload_too_large": Refusal(413, False, "The request body is too large."),
    "rate_limited": Refusal(429, True, "Too many requests; wait and try again."),
    "not_found": Refusal(404, False, "There is no such route."),
    "quota_exceeded": Refusal(403, False, "There are as many of these as there may be."),
    "misdirected_request": Refusal(421, False, "This server does not go by the host that the request names."),
    "request_timeout": Refusal(408, True, "The request took too long to come in."),
    "headers_too_large": Refusal(431, False, "The headers of the request are too large."),
    "overloaded": Refusal(503, True, "The server cannot take this request right now; try again shortly."),
    "database_unavailable": Refusal(503, True, "The database cannot be reached right now; try again shortly."),
    "internal_error": Refusal(500, True, "Something went wrong on our side."),
    "unauthenticated": Refusal(401, False, "Sign in first."),
    "sign_in_failed": Refusal(401, False, "The handle or the password is wrong."),
    "cross_site_request": Refusal(403, False, "Requests from other sites are refused."),
    "signup_closed": Refusal(403, False, "Sign-up is closed on this server."),
    "handle_taken": Refusal(409, False, "This handle is taken."),
    "user_not_found": Refusal(404, False, "There is no such person."),
    "session_not_found": Refusal(404, False, "There is no such session."),
    "session_required": Refusal(403, False, "This call takes a session, not a token: sign in with your password."),
    "password_wrong": Refusal(403, False, "The current password is wrong."),
    "token_not_found": Refusal(404, False, "There is no such token."),
    "too_many_tokens": Refusal(409, False, "A person has at most 50 tokens; delete one first."),
    "subscription_not_found": Refusal(404, False, "There is no such subscription."),
    "too_many_subscriptions": Refusal(409, False, "A person has at most 20 subscriptions to pushes; end one first."),
    "agent_not_found": Refusal(404, False, "There is no such agent, or it is not open to you."),
    "credential_not_found": Refusal(404, False, "There is no such credential."),
    "too_many_credentials": Refusal(409, False, "An agent has at most 5 live credentials; revoke one first."),
    "scope_not_requested": Refusal(400, False, "Only scopes that the manifest requests can be granted."),
    "access_request_not_found": Refusal(404, False, "There is no such access request."),
    "access_not_requestable": Refusal(409, False, "This agent does not take access requests."),
    "conversation_not_found": Refusal(404, False, "There is no such conversation."),
    "message_not_found": Refusal(404, False, "There is no such message."),
    "member_not_found": Refusal(404, False, "There is no such member in this conversation."),
    "members_required": Refusal(400, False, "A conversation needs an agent or another person."),
    "too_many_agents": Refusal(400, False, "A conversation holds at most one agent."),
    "too_many_members": Refusal(409, False, "A conversation holds at most 50 people."),
    "agent_already_seated": Refusal(409, False, "This conversation already has an agent."),
    "not_allowed": Refusal(403, False, "You may not do this here."),
    "agent_blocked": Refusal(403, False, "You have blocked this agent."),
    "asset_not_found": Refusal(404, False, "There is no such asset."),
    "range_not_satisfiable": Refusal(416, False, "The asset has no such range of bytes."),
    "nothing_to_stop": Refusal(409, False, "There is no answer under way to this message."),
    "form_not_answerable": Refusal(404, False, "There is no such form for you to answer."),
    "form_already_answered": Refusal(409, False, "You have answered this form already."),
    "schedule_not_found": Refusal(404, False, "There is no such schedule."),
    "too_many_schedules": Refusal(409, False, "A conversation holds at most 50 schedules; delete one first."),
    "unauthorized": Refusal(401, False, "The request is not signed by a live credential."),
    "delivery_not_found": Refusal(404, False, "There is no such delivery for you to act on."),
    "delivery_body_erased": Refusal(409, False, "The body of this delivery has been erased; it cannot be sent again."),
    "delivery_withdrawn": Refusal(409, False, "This delivery was taken back; it cannot be sent again."),
    "reply_limit_reached": Refusal(409, False, "This delivery has had its 20 final replies."),
    "reply_stopped": Refusal(409, False, "The person has stopped the answer to this delivery; nothing more is taken."),
    "too_many_drafts": Refusal(409, True, "An agent has at most 20 open drafts in a conversation; finish one first."),
    "block_invalid": Refusal(400, False, "A block is not of the form that its type takes."),
    "intent_requires_partial": Refusal(400, False, "An intent block is for partial replies only."),
    "needs_human_requires_final": Refusal(400, False, "A needs_human block is for final replies only."),
    "illegal_task_transition": Refusal(409, False, "The task cannot move there from its present state."),
    "scope_not_granted": Refusal(403, True, "The scope is not granted."),
    "proactive_target_unavailable": Refusal(404, False, "This conversation is not open to you."),
    "too_many_streams": Refusal(409, True, "An agent has at most 5 open streams."),
    "tool_not_found": Refusal(404, False, "There is no such tool."),
    "tool_denied": Refusal(403, False, "The operator keeps this tool from this agent, or from this person."),
    "arguments_invalid": Refusal(400, False, "The arguments are not of the form that the tool takes."),
    "partial_to_agent_id_not_allowed": Refusal(400, False, "A partial reply cannot call another agent."),
    "agent_call_self_target": Refusal(400, False, "An agent cannot call itself."),
    "agent_call_no_human_origin": Refusal(409, False, "This delivery is not on behalf of a person, so it cannot call an agent."),
    "agent_call_depth_exceeded": Refusal(409, False, "The chain of calls has reached 8 hops."),
    "agent_call_target_not_live": Refusal(409, True, "The called agent is not live."),
    "agent_call_no_shared_room": Refusal(409, True, "The called agent shares no conversation with this person."),
    "task_not_found": Refusal(404, False, "There is no such task."),
    "task_already_over": Refusal(409, False, "This task is already over."),
    "approval_not_found": Refusal(404, False, "There is no such approval."),
    "approval_conflict": Refusal(409, False, "This approval was already decided the other way."),
    "approval_expired": Refusal(409, False, "This approval has expired."),
    "receipt_not_found": Refusal(404, True, "There is no receipt: nobody has decided, or nobody did in time."),
}

BLOCK_SENDERS: dict[str, str] = {
    "text": "any",
    "card": "any",
    "image": "any",
    "file": "any",
    "buttons": "any",
    "form": "any",
    "approval_request": "platform",
    "task_update": "any",
    "progress": "any",
    "table": "any",
    "audio": "any",
    "video": "any",
    "thinking": "any",
    "tool_use": "any",
    "tool_result": "any",
    "list": "any",
    "date_picker": "nobody",
    "location": "any",
    "event": "any",
    "notification": "any",
    "intent": "partial",
    "needs_human": "final",
    "chart": "final",
}

BLOCK_SHAPES: dict[str, dict[str, Any]] = {
    "text": {"is": "object", "fields": {"type": {"is": "one", "of": ["text"]}, "text": {"is": "string", "min": 1, "max": 10000}}},
    "card": {"is": "object", "fields": {"type": {"is": "one", "of": ["card"]}, "title": {"is": "string", "min": 1, "max": 200}, "body": {"is": "string", "min": 1, "max": 10000}, "image_asset_id": {"is": "string", "pattern": "^ast_[0-9A-HJKMNP-TV-Z]{26}$"}, "actions": {"is": "array", "item": {"is": "object", "fields": {"label": {"is": "string", "min": 1, "max": 60}, "payload": {"is": "string", "min": 1, "max": 200}}}, "max": 3}, "price": {"is": "object", "fields": {"amount": {"is": "number", "whole": True, "min": 0}, "unit": {"is": "one", "of": ["coin"]}}}, "purchase": {"is": "object", "fields": {"label": {"is": "string", "min": 1, "max": 40}, "reason": {"is": "string", "min": 1, "max": 140}}}}, "optional": ["body", "image_asset_id", "actions", "price", "purchase"]},
    "image": {"is": "object", "fields": {"type": {"is": "one", "of": ["image"]}, "asset_id": {"is": "string", "pattern": "^ast_[0-9A-HJKMNP-TV-Z]{26}$"}, "alt_text": {"is": "string", "min": 0, "max": 500}, "width": {"is": "number", "whole": True, "min": 1, "max": 100000}, "height": {"is": "number", "whole": True, "min": 1, "max": 100000}}, "optional": ["alt_text", "width", "height"]},
    "file": {"is": "object", "fields": {"type": {"is": "one", "of": ["file"]}, "asset_id": {"is": "string", "pattern": "^ast_[0-9A-HJKMNP-TV-Z]{26}$"}, "filename": {"is": "string", "min": 1, "max": 255}, "size_bytes": {"is": "number", "whole": True, "min": 1}, "mime": {"is": "string", "min": 1, "max": 255}}, "optional": ["size_bytes", "mime"]},
    "buttons": {"is": "object", "fields": {"type": {"is": "one", "of": ["buttons"]}, "buttons": {"is": "array", "item": {"is": "object", "fields": {"label": {"is": "string", "min": 1, "max": 60}, "payload": {"is": "string", "min": 1, "max": 200}}}, "min": 1, "max": 5}}},
    "form": {"is": "object", "fields": {"type": {"is": "one", "of": ["form"]}, "form_id": {"is": "string", "min": 1, "max": 64}, "submit_label": {"is": "string", "min": 0, "max": 60}, "fields": {"is": "array", "item": {"is": "object", "fields": {"name": {"is": "string", "pattern": "^[a-zA-Z][a-zA-Z0-9_]{0,63}$"}, "label": {"is": "string", "min": 1, "max": 120}, "field_type": {"is": "one", "of": ["text", "number", "date", "select"]}, "required": {"is": "boolean"}, "options": {"is": "array", "item": {"is": "object", "fields": {"label": {"is": "string", "min": 1, "max": 60}, "payload": {"is": "string", "min": 1, "max": 200}}}, "min": 1, "max": 50}}, "optional": ["required", "options"]}, "min": 1, "max": 20}}, "optional": ["submit_label"]},
    "approval_request": {"is": "object", "fields": {"type": {"is": "one", "of": ["approval_request"]}, "prompt": {"is": "string", "min": 1, "max": 1000}}},
    "task_update": {"is": "object", "fields": {"type": {"is": "one", "of": ["task_update"]}, "task_id": {"is": "string", "pattern": "^tsk_[0-9A-HJKMNP-TV-Z]{26}$"}, "status": {"is": "one", "of": ["created", "assigned", "in_progress", "awaiting_approval", "completed", "failed", "cancelled"]}, "note": {"is": "string", "min": 1, "max": 10000}}, "optional": ["note"]},
    "progress": {"is": "object", "fields": {"type": {"is": "one", "of": ["progress"]}, "label": {"is": "string", "min": 1, "max": 200}, "percent": {"is": "number", "whole": True, "min": 0, "max": 100}}, "optional": ["percent"]},
    "table": {"is": "object", "fields": {"type": {"is": "one", "of": ["table"]}, "columns": {"is": "array", "item": {"is": "string", "min": 1, "max": 60}, "min": 1, "max": 8}, "rows": {"is": "array", "item": {"is": "array", "item": {"is": "string", "min": 0, "max": 200}, "max": 8}, "max": 50}}},
    "audio": {"is": "object", "fields": {"type": {"is": "one", "of": ["audio"]}, "asset_id": {"is": "string", "pattern": "^ast_[0-9A-HJKMNP-TV-Z]{26}$"}, "duration_seconds": {"is": "number", "above": 0, "max": 86400}}, "optional": ["duration_seconds"]},
    "video": {"is": "object", "fields": {"type": {"is": "one", "of": ["video"]}, "asset_id": {"is": "string", "pattern": "^ast_[0-9A-HJKMNP-TV-Z]{26}$"}, "duration_seconds": {"is": "number", "above": 0, "max": 86400}, "width": {"is": "number", "whole": True, "min": 1, "max": 100000}, "height": {"is": "number", "whole": True, "min": 1, "max": 100000}}, "optional": ["duration_seconds", "width", "height"]},
    "thinking": {"is": "object", "fields": {"type": {"is": "one", "of": ["thinking"]}, "thinking": {"is": "string", "min": 1}, "signature": {"is": "string", "min": 1}}},
    "tool_use": {"is": "object", "fields": {"type": {"is": "one", "of": ["tool_use"]}, "id": {"is": "string", "min": 1, "max": 200}, "name": {"is": "string", "min": 1, "max": 200}, "input": {"is": "record"}, "caller": {"is": "record"}}, "optional": ["caller"]},
    "tool_result": {"is": "object", "fields": {"type": {"is": "one", "of": ["tool_result"]}, "tool_use_id": {"is": "string", "min": 1, "max": 200}, "content": {"is": "string", "min": 0, "max": 10000}, "is_error": {"is": "boolean"}}, "optional": ["is_error"]},
    "list": {"is": "object", "fields": {"type": {"is": "one", "of": ["list"]}, "title": {"is": "string", "min": 1, "max": 200}, "items": {"is": "array", "item": {"is": "string", "min": 1, "max": 500}, "min": 1, "max": 50}}},
    "date_picker": {"is": "object", "fields": {"type": {"is": "one", "of": ["date_picker"]}, "title": {"is": "string", "min": 1, "max": 200}, "min": {"is": "string", "format": "datetime", "pattern": "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$"}, "max": {"is": "string", "format": "datetime", "pattern": "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$"}}, "optional": ["min", "max"]},
    "location": {"is": "object", "fields": {"type": {"is": "one", "of": ["location"]}, "latitude": {"is": "number", "min": -90, "max": 90}, "longitude": {"is": "number", "min": -180, "max": 180}, "label": {"is": "string", "min": 1, "max": 200}}, "optional": ["label"]},
    "event": {"is": "object", "fields": {"type": {"is": "one", "of": ["event"]}, "title": {"is": "string", "min": 1, "max": 200}, "starts_at": {"is": "string", "format": "datetime", "pattern": "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$"}, "ends_at": {"is": "string", "format": "datetime", "pattern": "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$"}}, "optional": ["ends_at"]},
    "notification": {"is": "object", "fields": {"type": {"is": "one", "of": ["notification"]}, "title": {"is": "string", "min": 1, "max": 200}, "body": {"is": "string", "min": 1, "max": 2000}, "action_label": {"is": "string", "min": 1, "max": 100}}, "optional": ["action_label"]},
    "intent": {"is": "object", "fields": {"type": {"is": "one", "of": ["intent"]}, "text": {"is": "string", "min": 1, "max": 10000}}},
    "needs_human": {"is": "object", "fields": {"type": {"is": "one", "of": ["needs_human"]}, "reason": {"is": "string", "min": 1, "max": 10000}}},
    "chart": {"is": "object", "fields": {"type": {"is": "one", "of": ["chart"]}, "chart_type": {"is": "one", "of": ["bar", "line", "pie", "scatter"]}, "meta": {"is": "object", "fields": {"title": {"is": "string", "max": 80, "pattern": "^[^<>]*$"}, "description": {"is": "string", "max": 200, "pattern": "^[^<>]*$"}, "footer": {"is": "string", "max": 200, "pattern": "^[^<>]*$"}}, "optional": ["title", "description", "footer"]}, "x_key": {"is": "string", "pattern": "^[a-z][a-z0-9_]{0,39}$"}, "layout": {"is": "one", "of": ["vertical"]}, "series": {"is": "array", "item": {"is": "object", "fields": {"data_key": {"is": "string", "pattern": "^[a-z][a-z0-9_]{0,39}$"}, "label": {"is": "string", "max": 40, "pattern": "^[^<>]*$"}, "axis_label": {"is": "string", "max": 40, "pattern": "^[^<>]*$"}, "value_format": {"is": "one", "of": ["integer", "compact", "raw"]}, "value_prefix": {"is": "string", "max": 40, "pattern": "^[^<>]*$"}, "value_suffix": {"is": "string", "max": 40, "pattern": "^[^<>]*$"}}, "optional": ["label", "axis_label", "value_format", "value_prefix", "value_suffix"]}, "min": 1, "max": 4}, "data": {"is": "array", "item": {"is": "record"}, "min": 1, "max": 100}, "x_axis_label": {"is": "string", "max": 60, "pattern": "^[^<>]*$"}, "y_axis_min": {"is": "number"}, "y_axis_max": {"is": "number"}, "x_axis_scale": {"is": "one", "of": ["linear"]}}, "optional": ["meta", "layout", "x_axis_label", "y_axis_min", "y_axis_max", "x_axis_scale"]},
}
