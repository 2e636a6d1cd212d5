import type { UserId } from '@parley/protocol';
import { connectionFaultWords as words } from '../words/connection.ts';
import { refusalWords } from '../words/refusals.ts';
import { callerHeaders } from './person.ts';
import { forgetAhead, takeAhead } from './read-ahead.ts';

/** A failed request: the server's refusal, or no answer at all (`status` 0, code `unreachable`). */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: string;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  readonly hint: string | null;
  /** JSON Pointer into the request body, if the server named one. */
  readonly path: string | null;
  readonly reason: string | null;
  readonly requestId: string | null;

  constructor(message: string, details: RefusalDetails) {
    const words = refusalWords[details.code];
    super(words?.message ?? message);
    this.code = details.code;
    this.status = details.status;
    this.hint = (words ? words.hint : details.hint) ?? null;
    this.path = details.path ?? null;
    this.reason = details.reason ?? null;
    this.requestId = details.requestId ?? null;
  }

  /** Whether the same request may succeed when it is repeated. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export interface RequestOptions {
  readonly body?: unknown;
  /** The Idempotency-Key: a repeated request has no further effect. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  /** The calling person, if not the one that this tab shows; null sends no person, so the session decides. */
  readonly as?: UserId | null;
  /** Whether the request continues after the page is closed. */
  readonly keepalive?: boolean;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface RefusalDetails {
  readonly code: string;
  readonly status: number;
  readonly hint?: string | null;
  readonly path?: string | null;
  readonly reason?: string | null;
  readonly requestId?: string | null;
}

let endSession = (): void => undefined;

/** Registers the function to call when an answer says that the session has ended. */
export function onSessionEnd(ended: () => void): void {
  endSession = ended;
}

let changeSession = (): void => undefined;

/** Registers the function to call when an answer says that the session belongs to another person. */
export function onOtherSession(changed: () => void): void {
  changeSession = changed;
}

/** Makes the app read again who is signed in. */
export function otherSession(): void {
  changeSession();
}

/**
 * Calls the server as the signed-in person and returns the parsed answer (undefined for 204).
 *
 * @throws {RequestError} for every answer that is not 2xx, and if there is no answer.
 */
export async function request<Answer>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await send(method, path, options);
  if (response.status === 204) return undefined as Answer;
  const parsed: unknown = await response.json().catch(() => null);
  if (response.ok && parsed !== null) return parsed as Answer;
  const error = toRequestError(response, parsed);
  if (error.code === 'unauthenticated' && path !== '/v1/session') endSession();
  if (error.code === 'other_session' && path !== '/v1/session') otherSession();
  throw error;
}

async function send(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const headers = new Headers({
    accept: 'application/json',
    ...(options.as === null ? {} : callerHeaders(options.as)),
  });
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  if (method !== 'GET') forgetAhead();
  try {
    const ahead = options.as === null ? undefined : takeAhead(path);
    if (ahead) return await ahead;
    return await fetch(path, {
      method,
      headers,
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal ?? null,
      keepalive: options.keepalive ?? false,
      credentials: 'same-origin',
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new RequestError(words.unreachable, {
      code: 'unreachable',
      status: 0,
      hint: words.unreachableHint,
    });
  }
}

/** Returns the error of an answer that is not 2xx. */
export function toRequestError(response: Response, parsed: unknown): RequestError {
  const refusal = isObject(parsed) && isObject(parsed['error']) ? parsed['error'] : {};
  const text = (name: string): string | null => (typeof refusal[name] === 'string' ? refusal[name] : null);
  return new RequestError(text('message') ?? words.notUnderstood, {
    code: text('code') ?? 'unknown',
    status: response.status,
    hint: text('hint'),
    path: text('path'),
    reason: text('reason'),
    requestId: text('requestId') ?? response.headers.get('x-request-id'),
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
