import { parseRetryAfter } from '@parley/protocol';
import type { AttemptResult } from '../attempt-result.ts';
import { DialError, socketFailure } from '../../../platform/dialing/dial-error.ts';
import type { Answer, Exchange } from './exchange.ts';
import { snippetOf } from '../response-snippet.ts';

/** Maps an exchange to a result: 2xx delivers, 3xx and most of 4xx end the delivery, all else is retried. */
export function outcomeOf(exchange: Exchange, nowMs: number): AttemptResult {
  if ('answer' in exchange) return answered(exchange.answer, exchange.sent, nowMs);
  const { failure, statusCode, sent } = exchange;
  const dial = failure instanceof DialError ? failure : socketFailure(failure);
  const begun = statusCode === null ? '' : ` It had begun to answer with ${statusCode}.`;
  return { ...NOTHING, outcome: dial.failure, error: dial.message + begun, sent };
}

/** Returns the result of an attempt that was refused before any connection. */
export function refusedTarget(error: string): AttemptResult {
  return { ...NOTHING, outcome: 'address_refused', error };
}

const NOTHING = {
  statusCode: null,
  error: null,
  responseSnippet: null,
  permanent: false,
  sent: false,
  retryAfterMs: null,
} as const;

function answered(answer: Answer, sent: boolean, nowMs: number): AttemptResult {
  const { statusCode } = answer;
  const seen = { ...NOTHING, statusCode, responseSnippet: snippetOf(answer.body), sent };
  if (statusCode < 300) return { ...seen, outcome: 'delivered' };
  const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], nowMs);
  if (statusCode < 400) {
    const error = `The endpoint answered ${statusCode}, a redirect; redirects are not followed.`;
    return { ...seen, outcome: 'redirected', error, permanent: true, retryAfterMs };
  }
  const permanent = statusCode < 500 && statusCode !== 408 && statusCode !== 429;
  return { ...seen, outcome: 'http_error', error: `The endpoint answered ${statusCode}.`, permanent, retryAfterMs };
}
