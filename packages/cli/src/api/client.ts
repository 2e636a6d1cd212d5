import type { Method, RouteCall, RouteJson, RouteName, Routes } from '@parley/protocol';
import { addressOf } from '@parley/protocol/agent';
import { exitCodes, Failure, type FailureDetails } from '../failure.ts';
import type { Server } from './server.ts';

/** Calls routes of the contract as the person whose token it has. */
export interface Client {
  readonly baseUrl: string;
  readonly token: string | undefined;
  /**
   * @example const { item } = await client.call('getAgent', { params: { agentId } });
   * @throws Failure with code, path and hint where the server refuses, or cannot be reached.
   */
  call<Name extends RouteName>(
    name: Name,
    ...[input]: Record<never, never> extends RouteCall<Name>
      ? [input?: RouteCall<Name> & CallOptions]
      : [input: RouteCall<Name> & CallOptions]
  ): Promise<RouteJson<Routes[Name]>>;
  /** Opens a route that answers with a stream of events, and gives its bytes. */
  open<Name extends RouteName>(
    name: Name,
    input: RouteCall<Name>,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>>;
}

interface CallOptions {
  readonly idempotencyKey?: string;
  /** How long to wait for the answer, in milliseconds. */
  readonly timeoutMs?: number;
}

type Input = CallOptions & { readonly params?: object; readonly query?: object; readonly body?: unknown };

const usualTimeoutMs = 30_000;

/** Creates a client of a server. */
export function createClient({ baseUrl, token }: Pick<Server, 'baseUrl' | 'token'>): Client {
  const send = (method: Method, path: string, init: RequestInit) =>
    fetch(baseUrl + path, { method, redirect: 'manual', ...init }).catch((error: unknown) => {
      throw unreachable(baseUrl, error);
    });
  const auth = (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` });
  return {
    baseUrl,
    token,
    async call(name, ...[input]) {
      const { body, idempotencyKey, timeoutMs = usualTimeoutMs, ...place }: Input = input ?? {};
      const { method, path } = addressOf(name, place);
      const response = await send(method, path, {
        headers: {
          ...auth(),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return (await readJson(response, baseUrl)) as never;
    },
    async open(name, input, signal) {
      const { method, path } = addressOf(name, input as Input);
      const response = await send(method, path, { headers: { ...auth(), accept: 'text/event-stream' }, signal });
      if (response.status === 200 && response.body !== null) return response.body as AsyncIterable<Uint8Array>;
      await readJson(response, baseUrl);
      throw new Failure({ code: 'unexpected_answer', message: notParley(baseUrl), exitCode: exitCodes.unreachable });
    },
  };
}

async function readJson(response: Response, baseUrl: string): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw unreachable(baseUrl, error);
  });
  if (response.status === 204) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Failure({
      code: 'unexpected_answer',
      message: `${notParley(baseUrl)} It answered ${response.status}.`,
      hint: checkBaseUrl,
      exitCode: exitCodes.unreachable,
    });
  }
  if (response.ok) return json;
  throw new Failure(refusalOf(response.status, json));
}

/** A refusal as the server words it, with a hint of what to do here where it gives none. */
function refusalOf(status: number, json: unknown): FailureDetails {
  const { error = {} } = json as { readonly error?: Partial<FailureDetails> & { readonly request_id?: string } };
  const { code = `http_${status}`, message = `The server answered ${status}.`, path, reason, requestId } = error;
  const hint = error.hint ?? (status === 401 ? signInHint : undefined);
  const exitCode = status === 401 ? exitCodes.unauthenticated : exitCodes.fault;
  return { code, message, path, reason, hint, requestId: requestId ?? error.request_id, exitCode };
}

const signInHint =
  'Make a token in the app (You, Tokens), then run parley login --token with it, or set PARLEY_TOKEN. Tokens end when they are deleted or expire.';
const checkBaseUrl = 'Check that PARLEY_BASE_URL (or --base-url) is where a Parley server runs.';
const notParley = (baseUrl: string) => `What answers at ${baseUrl} is not a Parley server.`;

function unreachable(baseUrl: string, error: unknown): Failure {
  if (error instanceof Error && error.name === 'AbortError') throw error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code } = cause as { readonly code?: unknown };
  const why = typeof code === 'string' ? code : cause instanceof Error ? cause.message : String(cause);
  return new Failure({
    code: 'server_unreachable',
    message: `The server at ${baseUrl} cannot be reached (${why}).`,
    hint: checkBaseUrl,
    exitCode: exitCodes.unreachable,
  });
}
