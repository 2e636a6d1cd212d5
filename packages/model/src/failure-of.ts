import { parseRetryAfter } from '@parley/protocol/agent';
import { APICallError, InvalidResponseDataError, ToolChoiceViolationError } from 'ai';
import { ModelFailure, type FailureKind } from './failures.ts';

/** What is known of a request that failed. */
export interface Circumstances {
  readonly key: string | undefined;
  /** Whether the service had begun to answer. */
  readonly hasBegun: boolean;
}

/** Reads any error of a request to the model. What the service said is cut, and the key is taken out of it. */
export function failureOf(error: unknown, { key, hasBegun }: Circumstances): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (APICallError.isInstance(error)) {
    const { statusCode, responseBody = '', responseHeaders = {} } = error;
    if (statusCode === undefined) return new ModelFailure('unreachable', { said: said(causeOf(error), key) });
    // The answer had begun when it broke.
    if (statusCode < 300) return new ModelFailure('cut_off', { said: said(causeOf(error), key) });
    return statusFailure(statusCode, responseBody || error.message, { key, headers: responseHeaders });
  }
  // The last request of an answer is made without calls.
  if (ToolChoiceViolationError.isInstance(error)) return new ModelFailure('too_many_steps');
  if (InvalidResponseDataError.isInstance(error))
    return new ModelFailure('cut_off', { said: said(error.message, key) });
  if (error instanceof Error && error.name === 'TimeoutError') return new ModelFailure('timeout');
  if (error instanceof Error) {
    const kind = /JSON|type validation/i.test(`${error.name} ${error.message}`) ? 'service_failed' : 'cut_off';
    const before = error.message === 'fetch failed' ? 'unreachable' : 'service_failed';
    return new ModelFailure(hasBegun ? kind : before, { said: said(causeOf(error), key) });
  }
  return statusFailure(statusIn(error), typeof error === 'string' ? error : JSON.stringify(error), {
    key,
    headers: {},
  });
}

/** Reads an answer that is not 2xx, or an error within a stream, which may have no status. */
export function statusFailure(
  status: number | undefined,
  body: string,
  { key, headers }: { readonly key: string | undefined; readonly headers: Readonly<Record<string, string>> },
): ModelFailure {
  const kind = kindOf(status, body, key !== undefined);
  const retryAfterMs = kind === 'busy' ? retryAfter(headers) : undefined;
  return new ModelFailure(kind, { status, retryAfterMs, said: said(body, key) });
}

function kindOf(status: number | undefined, body: string, hasKey: boolean): FailureKind {
  if (/insufficient_quota|insufficient (credit|balance)|billing/i.test(body) || status === 402) return 'no_credit';
  if (status === 401 || status === 403) return hasKey ? 'key_refused' : 'key_missing';
  if (status === 413 || contextWords.test(body)) return 'context_too_long';
  if (status === 429 || /rate.?limit/i.test(body)) return 'busy';
  if (status === 404) return /model/i.test(body) ? 'model_unknown' : 'address_wrong';
  if (status === 400 && /model.{0,80}(not (exist|found)|unknown|invalid)|invalid model/i.test(body))
    return 'model_unknown';
  if (status === 503 || status === 529) return 'busy';
  if (status === 405) return 'address_wrong';
  if (status === undefined || status >= 500 || status === 408) return 'service_failed';
  return 'refused';
}

const contextWords =
  /context.{0,20}(length|window|size)|maximum.{0,40}tokens|(prompt|input|request).{0,12}too (long|large)|too many (input |prompt )?tokens|exceeds?.{0,60}(tokens|context)/i;

function statusIn(error: unknown): number | undefined {
  const { code, status } = (error ?? {}) as { readonly code?: unknown; readonly status?: unknown };
  const found = [status, code].map(Number).find((number) => number >= 400 && number < 600);
  return found;
}

function retryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  // Some model services send fractions of a second.
  if (/^\d+\.\d+$/.test(value)) return Number(value) * 1000;
  return parseRetryAfter(value, Date.now()) ?? undefined;
}

const saidCharacters = 300;

/** Takes the key out before the text is cut, so that no part of it stays. */
function said(text: string, key: string | undefined): string {
  const safe = key ? text.replaceAll(key, '[key]') : text;
  // Services show the beginning and the end of a key that they refuse.
  return safe
    .replaceAll(/\bsk-[\w*.-]+/g, '[key]')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, saidCharacters);
}

function causeOf(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ((cause as NodeJS.ErrnoException).code ?? error.message);
}
