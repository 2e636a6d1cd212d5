import type { AttemptOutcome } from '../telemetry/attempt-outcome.ts';

/** What a carrier reports about one attempt; shown to the agent's owner in the delivery log. */
export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  /** The status of a complete HTTP answer, else null. */
  readonly statusCode: number | null;
  /** One sentence for the agent's owner, null on success; never a secret, never an address that the owner did not write. */
  readonly error: string | null;
  /** The start of the answer's body as printable text, null when it was empty or there was no answer. */
  readonly responseSnippet: string | null;
  /** Whether another attempt is pointless: a redirect, or a 4xx other than 408 and 429. */
  readonly permanent: boolean;
  /** Whether any byte of the request went out. */
  readonly sent: boolean;
  /** How long the agent asked us to wait, in milliseconds; null where it did not ask. */
  readonly retryAfterMs: number | null;
}

/** An attempt that failed without an HTTP answer, and may be made again. */
export function failed(outcome: AttemptOutcome, error: string, sent: boolean): AttemptResult {
  return { outcome, statusCode: null, error, responseSnippet: null, permanent: false, sent, retryAfterMs: null };
}

/** An attempt that the agent took. */
export const accepted: AttemptResult = {
  outcome: 'delivered',
  statusCode: null,
  error: null,
  responseSnippet: null,
  permanent: false,
  sent: true,
  retryAfterMs: null,
};
