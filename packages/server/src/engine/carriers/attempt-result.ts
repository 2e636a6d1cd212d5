import type { AttemptOutcome } from '../../platform/telemetry/attempt-outcome.ts';

/** The result of one attempt, as a carrier reports it and the agent's owner sees it in the delivery log. */
export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  /** The status of a complete HTTP answer, else null. */
  readonly statusCode: number | null;
  /**
   * One sentence for the agent's owner; null on success. Never contains a secret, or an address that the owner did not
   * write.
   */
  readonly error: string | null;
  /** The start of the response body as printable text; null if it was empty or there was no response. */
  readonly responseSnippet: string | null;
  /** Whether a retry is pointless: after a redirect, or a 4xx other than 408 and 429. */
  readonly permanent: boolean;
  /** Whether any byte of the request was sent. */
  readonly sent: boolean;
  /** The delay that the agent asked for, in milliseconds, or null. */
  readonly retryAfterMs: number | null;
  /** Set if the attempt used a stream of the agent's owner, who is listening. */
  readonly via?: 'listener';
}

/** Returns a failed attempt without an HTTP response. It may be retried. */
export function failed(outcome: AttemptOutcome, error: string, sent: boolean): AttemptResult {
  return { outcome, statusCode: null, error, responseSnippet: null, permanent: false, sent, retryAfterMs: null };
}

/** An attempt that the agent accepted. */
export const accepted: AttemptResult = {
  outcome: 'delivered',
  statusCode: null,
  error: null,
  responseSnippet: null,
  permanent: false,
  sent: true,
  retryAfterMs: null,
};
