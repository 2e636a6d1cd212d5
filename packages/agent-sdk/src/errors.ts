import type { Refusal, RefusalCode } from '@parley/protocol';
import { isRefusalCode, refusals } from '@parley/protocol/agent';

/** What is known about a refusal. Everything but the code, the status and the message may be missing. */
export interface RefusalDetails {
  readonly code: RefusalCode | (string & {});
  readonly status: number;
  readonly message: string;
  readonly requestId?: string | undefined;
  readonly path?: string | undefined;
  readonly reason?: string | undefined;
  readonly hint?: string | undefined;
  /** How long the platform asked to wait before the next try, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * The platform said no. `code` is one of the documented refusal codes, `path` a JSON Pointer to the faulty part of the
 * request, `reason` one token and `hint` a way to fix it. Blocks that fail the check before sending are refused with the
 * same error, and `requestId` is then undefined, since no request was made. The message holds the hint too.
 *
 * @example
 * try {
 *   await ctx.reply(answer);
 * } catch (error) {
 *   if (error instanceof RefusedError && error.code === 'block_invalid') console.error(error.path, error.hint);
 *   else throw error;
 * }
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: RefusalCode | (string & {});
  readonly status: number;
  /** Whether the very same request may succeed later, once something else has changed. */
  readonly retryable: boolean;
  readonly requestId: string | undefined;
  readonly path: string | undefined;
  readonly reason: string | undefined;
  readonly hint: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(details: RefusalDetails) {
    const place = details.path === undefined ? '' : ` at ${details.path}`;
    const reason = details.reason === undefined ? '' : ` (${details.reason})`;
    const known = details.hint ?? (isRefusalCode(details.code) ? hints[details.code] : undefined);
    const hint = known === undefined ? '' : ` ${known}`;
    super(`${details.code}${place}${reason}: ${details.message}${hint}`);
    this.code = details.code;
    this.status = details.status;
    this.retryable = isRefusalCode(details.code) ? refusals[details.code].retryable : isTransient(details.status);
    this.requestId = details.requestId;
    this.path = details.path;
    this.reason = details.reason;
    this.hint = known;
    this.retryAfterMs = details.retryAfterMs;
  }
}

const networkHint =
  'Check that the platform runs at the base URL (PARLEY_BASE_URL), and that this machine can reach it.';

/** What to do about a refusal whose answer does not say it. */
const hints: Partial<Record<RefusalCode, string>> = {
  unauthorized:
    'Check the agent id, the credential and its secret, that the agent is not paused, and the clock of this machine (at most 5 minutes off).',
  scope_not_granted:
    'Name the scope in the manifest and ask the person to grant it; ctx.granted says what they grant now.',
  reply_stopped: 'Stop the work: ctx.signal has aborted.',
  reply_limit_reached: 'Send fewer replies to one delivery, or use ctx.sendProactive.',
  delivery_not_found:
    'Answer a delivery of this agent, within 7 days; ids of other agents and older ones are not found.',
  edit_window_over: 'A message can be edited for 7 days; send a new one.',
  edit_limit_reached: 'A message can be edited 20 times; send a new one.',
  message_locked: 'Somebody has acted on this message, or decides on what was asked with it; send a new one.',
  message_not_found:
    'Only final messages of this agent can be edited, where they are not deleted and it still sits in the room.',
  agent_call_depth_exceeded: 'Answer without a call: these agents may be asking each other in a circle.',
  tool_not_found: 'See ctx.tools() for those that there are.',
  tool_denied: 'Ask the operator of the platform to open the tool to this agent.',
  proactive_target_unavailable: 'The agent must be seated in the conversation.',
  illegal_task_transition: 'A task that is completed, failed or cancelled does not move any more.',
  idempotency_key_reused: 'Use a new idempotencyKey for a request with another body.',
  rate_limited: 'Send less often; retryAfterMs says when to come back.',
};

/** No complete answer came: the platform could not be reached, or the connection broke. `cause` is the last failure. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** How many times the request was sent. */
  readonly attempts: number;
  /** A way to fix it; the message holds it too. */
  readonly hint: string;

  constructor(message: string, attempts: number, cause: unknown, hint = networkHint) {
    super(`${message} ${hint}`, { cause });
    this.attempts = attempts;
    this.hint = hint;
  }
}

/** Statuses after which the same request is worth sending again without anything else having changed. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Whether a call was refused because the person has stopped the answer. */
export function isStopped(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'reply_stopped';
}

/** Turns a refusal of the local check into the error that the platform's own refusal would have caused. */
export function refusedLocally(refusal: Refusal): RefusedError {
  const row = refusals[refusal.code];
  return new RefusedError({ ...refusal, status: row.status, message: refusal.message ?? row.message });
}
