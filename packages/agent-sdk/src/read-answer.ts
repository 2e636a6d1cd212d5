import { parseRetryAfter } from '@parley/protocol/agent';
import { RefusedError, isTransient } from './errors.ts';

/** What to do about an answer that somebody else gave in place of the platform. */
export const wrongBaseUrl =
  'Check the base URL (PARLEY_BASE_URL): something other than the platform answers there. Most have no path, such as https://parley.example.';

/**
 * Reads the JSON of a 2xx answer to the end. A 204 has none and gives undefined.
 *
 * @throws RefusedError for any other status. An answer that is not Parley's own, such as a proxy's error page, has the
 * code `unexpected_answer`.
 */
export async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.status === 204) return undefined;
  const body = parse(text);
  if (response.ok && body !== undefined) return body;
  const error = errorOf(body);
  throw new RefusedError({
    code: string(error['code']) ?? 'unexpected_answer',
    status: response.status,
    message: string(error['message']) ?? `The answer with status ${response.status} is not one of the platform's.`,
    requestId: string(error['request_id']) ?? response.headers.get('x-request-id') ?? undefined,
    path: string(error['path']),
    reason: string(error['reason']),
    hint: string(error['hint']) ?? (isForeign(response.status, error) ? wrongBaseUrl : undefined),
    retryAfterMs: readRetryAfter(response.headers.get('retry-after')),
  });
}

/** An error page that asks to come back is of a proxy in front of the right place. */
function isForeign(status: number, error: Record<string, unknown>): boolean {
  return string(error['code']) === undefined && !isTransient(status);
}

function errorOf(body: unknown): Record<string, unknown> {
  const error = typeof body === 'object' && body !== null ? (body as { error?: unknown }).error : undefined;
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function string(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns `Retry-After` in milliseconds, at most what a timer can wait. */
function readRetryAfter(header: string | null): number | undefined {
  const ms = parseRetryAfter(header ?? undefined, Date.now());
  return ms === null ? undefined : Math.min(ms, longestTimerMs);
}

const longestTimerMs = 2 ** 31 - 1;
