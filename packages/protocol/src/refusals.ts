/**
 * The one catalogue of refusals. Every non-2xx JSON answer of Parley carries a code from here. Each row has the HTTP status, whether the
 * same request may succeed later, and a sentence for a person. `docs/errors.md` explains each code.
 */
export type RefusalCode = keyof typeof refusals;

/** The body of a refusal. `path` is a JSON Pointer into the request body; `reason` is one token; `hint` says how to fix it. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message?: string;
  readonly path?: string;
  readonly reason?: string;
  readonly hint?: string;
}

interface RefusalRow {
  /** The HTTP status of the answer. */
  readonly status: number;
  /** Whether the same request, unchanged, may succeed later. */
  readonly retryable: boolean;
  /** One sentence for a person, used if the refusal has none of its own. */
  readonly message: string;
}

const final = (status: number, message: string): RefusalRow => ({ status, retryable: false, message });
const retryable = (status: number, message: string): RefusalRow => ({ status, retryable: true, message });

/** Every refusal by its code. */
export const refusals = {
  // Any request
  malformed_request: final(400, 'The request is not of the form that this call takes.'),
  idempotency_key_invalid: final(400, 'An Idempotency-Key is 1 to 255 printable ASCII characters.'),
  idempotency_key_required: final(400, 'This call needs an Idempotency-Key header.'),
  idempotency_key_reused: final(422, 'This Idempotency-Key was already used with another request body.'),
  unsupported_media_type: final(415, 'This call takes application/json.'),
  payload_too_large: final(413, 'The request body is too large.'),
  rate_limited: retryable(429, 'Too many requests; wait and try again.'),
  not_found: final(404, 'There is no such route.'),
  quota_exceeded: final(403, 'There are as many of these as there may be.'),
  misdirected_request: final(421, 'This server does not go by the host that the request names.'),
  request_timeout: retryable(408, 'The request took too long to come in.'),
  headers_too_large: final(431, 'The headers of the request are too large.'),

  overloaded: retryable(503, 'The server cannot take this request right now; try again shortly.'),
  database_unavailable: retryable(503, 'The database cannot be reached right now; try again shortly.'),
  database_read_only: retryable(503, 'Nothing can be written right now, only read; try again later.'),
  storage_full: retryable(503, 'There is no room on the server to write this; try again later.'),
  internal_error: retryable(500, 'Something went wrong on our side.'),

  // People and sessions
  unauthenticated: final(401, 'Sign in first.'),
  sign_in_failed: final(401, 'The username or the password is wrong.'),
  other_session: final(409, 'The session belongs to another person than the one this call is meant for.'),
  cross_site_request: final(403, 'Requests from other sites are refused.'),
  legal_hold: final(409, 'What this person wrote is under a legal hold, so they cannot be erased.'),
  last_admin: final(409, 'The server needs an administrator, and this is the last active one.'),
  admin_required: final(403, 'This call is for administrators.'),
  recent_sign_in_required: final(
    403,
    'You signed in too long ago for this: send your password or a passkey too, or sign in again.',
  ),
  invitation_not_found: final(404, 'There is no such invitation.'),
  invitation_invalid: final(403, 'This invitation cannot be used.'),
  reset_invalid: final(403, 'This link cannot be used: it is unknown, used or expired.'),
  recovery_invalid: final(403, 'This link cannot be used: it is unknown, used or expired.'),
  mail_not_configured: final(409, 'This server sends no mail.'),
  email_taken: final(409, 'Somebody else has verified this address.'),
  export_not_found: final(404, 'There is no such export.'),
  export_running: retryable(409, 'An export is being made already.'),
  export_not_released: retryable(409, 'You can download this export a day after you asked for it.'),
  provider_not_found: final(404, 'There is no such provider of sign-ins.'),
  provider_unreachable: retryable(409, 'The provider of sign-ins does not answer as it should.'),
  identity_not_found: final(404, 'There is no such identity.'),
  identity_taken: final(409, 'This identity is linked to another account.'),
  passkey_not_found: final(404, 'There is no such passkey.'),
  passkey_invalid: final(403, 'This is no passkey for the options that you asked for last; ask again.'),
  passkeys_unavailable: final(
    409,
    'Passkeys need a host name, and this server is reached by an address or without https.',
  ),
  too_many_passkeys: final(409, 'A person has at most 20 passkeys; delete one first.'),
  last_sign_in_method: final(409, 'Nobody could sign in any more: this is the last way of signing in.'),
  report_not_found: final(404, 'There is no such report.'),
  report_closed: final(409, 'This report is closed.'),
  setting_fixed: final(409, 'The environment of the server sets this.'),
  setup_closed: final(403, 'This link cannot be used: the server has an administrator, or has made a newer link.'),
  backup_not_configured: final(409, 'This server has no place for backups: set PARLEY_BACKUP_DIR, or a bucket.'),
  signup_closed: final(403, 'Sign-up is closed on this server.'),
  handle_taken: final(409, 'This username is taken.'),
  user_not_found: final(404, 'There is no such person.'),
  session_not_found: final(404, 'There is no such session.'),
  session_required: final(403, 'This call takes a session, not a token: sign in with your password.'),
  password_wrong: final(403, 'The current password is wrong.'),
  token_not_found: final(404, 'There is no such token.'),
  too_many_tokens: final(409, 'A person has at most 50 tokens; delete one first.'),
  subscription_not_found: final(404, 'There is no such subscription.'),
  too_many_subscriptions: final(409, 'A person has at most 20 subscriptions to pushes; end one first.'),

  // Agents
  agent_not_found: final(404, 'There is no such agent, or it is not open to you.'),
  agent_suspended: final(409, 'This agent is suspended; its owner cannot resume it.'),
  agent_pending: final(
    409,
    'This agent waits for the approval of an administrator; until then its owner alone uses it.',
  ),
  nothing_pending: final(409, 'Nothing of this agent waits for approval.'),
  credential_not_found: final(404, 'There is no such credential.'),
  too_many_credentials: final(409, 'An agent has at most 5 live credentials; revoke one first.'),
  scope_not_requested: final(400, 'Only scopes that the manifest requests can be granted.'),
  access_request_not_found: final(404, 'There is no such access request.'),
  access_not_requestable: final(409, 'This agent does not take access requests.'),

  // Models
  models_off: final(403, 'This server runs no models.'),
  model_not_found: final(404, 'The server runs no model for this agent.'),
  model_address_refused: final(400, 'This address cannot be used for a model.'),
  model_key_refused: final(400, 'The model’s service does not take this key.'),
  model_unknown: final(400, 'There is no such model to choose.'),
  model_unreachable: retryable(409, 'The model’s service does not answer as it should.'),

  // Conversations and messages
  conversation_not_found: final(404, 'There is no such conversation.'),
  message_not_found: final(404, 'There is no such message.'),
  member_not_found: final(404, 'There is no such member in this conversation.'),
  members_required: final(400, 'A conversation needs an agent or another person.'),
  too_many_agents: final(400, 'A conversation holds at most one agent.'),
  too_many_members: final(409, 'A conversation holds at most 500 people.'),
  agent_already_seated: final(409, 'This conversation already has an agent.'),
  not_allowed: final(403, 'You may not do this here.'),
  agent_blocked: final(403, 'You have blocked this agent.'),
  asset_not_found: final(404, 'There is no such asset.'),
  range_not_satisfiable: final(416, 'The asset has no such range of bytes.'),
  emoji_invalid: final(400, 'This is not one emoji.'),
  too_many_reactions: final(409, 'The message has as many kinds of reactions as it may have.'),
  edit_window_over: final(409, 'The time for editing this message is over.'),
  edit_limit_reached: final(409, 'This message was edited as often as it may be.'),
  message_locked: final(409, 'Somebody has acted on this message; it can no longer be edited.'),
  nothing_to_stop: final(409, 'There is no answer under way to this message.'),
  form_not_answerable: final(404, 'There is no such form for you to answer.'),
  choice_unknown: final(400, 'This message does not offer that choice.'),
  already_chosen: final(409, 'You have chosen here already.'),
  form_already_answered: final(409, 'You have answered this form already.'),
  schedule_not_found: final(404, 'There is no such schedule.'),
  too_many_schedules: final(
    409,
    'A conversation holds at most 50 schedules of its people and 20 of its agent; delete one first.',
  ),

  // The agent door
  unauthorized: final(401, 'The request is not signed by a live credential.'),
  delivery_not_found: final(404, 'There is no such delivery for you to act on.'),
  delivery_body_erased: final(409, 'The body of this delivery has been erased; it cannot be sent again.'),
  delivery_withdrawn: final(409, 'This delivery was taken back; it cannot be sent again.'),
  reply_limit_reached: final(409, 'This delivery has had its 20 final replies.'),
  reply_stopped: final(409, 'The person has stopped the answer to this delivery; nothing more is taken.'),
  too_many_drafts: retryable(409, 'An agent has at most 20 open drafts in a conversation; finish one first.'),
  block_invalid: final(400, 'A block is not of the form that its type takes.'),
  intent_requires_partial: final(400, 'An intent block is for partial replies only.'),
  needs_human_requires_final: final(400, 'A needs_human block is for final replies only.'),
  illegal_task_transition: final(409, 'The task cannot move there from its present state.'),
  scope_not_granted: retryable(403, 'The scope is not granted.'),
  proactive_target_unavailable: final(404, 'This conversation is not open to you.'),
  too_many_streams: retryable(409, 'An agent has at most 5 open streams.'),
  tool_not_found: final(404, 'There is no such tool.'),
  tool_denied: final(403, 'The operator keeps this tool from this agent, or from this person.'),
  arguments_invalid: final(400, 'The arguments are not of the form that the tool takes.'),

  // Agent calls
  partial_to_agent_id_not_allowed: final(400, 'A partial reply cannot call another agent.'),
  agent_call_self_target: final(400, 'An agent cannot call itself.'),
  agent_call_no_human_origin: final(409, 'This delivery is not on behalf of a person, so it cannot call an agent.'),
  agent_call_depth_exceeded: final(409, 'The chain of calls has reached 8 hops.'),
  agent_call_target_not_live: retryable(409, 'The called agent is not live.'),
  agent_call_no_shared_room: retryable(409, 'The called agent shares no conversation with this person.'),

  // Tasks and approvals
  task_not_found: final(404, 'There is no such task.'),
  task_already_over: final(409, 'This task is already over.'),
  approval_not_found: final(404, 'There is no such approval.'),
  approval_conflict: final(409, 'This approval was already decided the other way.'),
  approval_expired: final(409, 'This approval has expired.'),
  grant_not_found: final(404, 'There is no such standing grant.'),
  grant_not_possible: final(400, 'No standing grant can be given for this call.'),
  grant_path_unknown: final(400, 'The arguments of this call have no such value at this path.'),
  grant_unbounded: final(400, 'A standing grant for coins needs a total.'),
  option_required: final(400, 'This decision has options; an approval chooses one.'),
  option_unknown: final(400, 'This decision has no such option.'),
  receipt_not_found: retryable(404, 'There is no receipt: nobody has decided, or nobody did in time.'),
} as const satisfies Record<string, RefusalRow>;

/** Returns whether a string is a code of the catalogue. */
export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusals, code);
}
