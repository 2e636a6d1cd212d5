import type { Refusal, RefusalCode } from '@parley/protocol';
import { isRefusalCode, refusals } from '@parley/protocol';

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
    const hint = details.hint === undefined ? '' : ` ${details.hint}`;
    super(`${details.code}${place}${reason}: ${details.message}${hint}`);
    this.code = details.code;
    this.status = details.status;
    this.retryable = isRefusalCode(details.code) ? refusals[details.code].retryable : isTransient(details.status);
    this.requestId = details.requestId;
    this.path = details.path;
    this.reason = details.reason;
    this.hint = details.hint;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** No complete answer came: the platform could not be reached, or the connection broke. `cause` is the last failure. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** How many times the request was sent. */
  readonly attempts: number;

  constructor(message: string, attempts: number, cause: unknown) {
    super(message, { cause });
    this.attempts = attempts;
  }
}

/** Statuses after which the same request is worth sending again without anything else having changed. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Turns a refusal of the local check into the error that the platform's own refusal would have caused. */
export function refusedLocally(refusal: Refusal): RefusedError {
  const row = refusals[refusal.code];
  return new RefusedError({ ...refusal, status: row.status, message: refusal.message ?? row.message });
}
