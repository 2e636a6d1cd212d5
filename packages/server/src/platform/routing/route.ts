import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type {
  AgentId,
  AgentRow,
  CredentialId,
  HumanRow,
  PathParams,
  Refusal,
  RouteBody,
  RouteJson,
  RouteQuery,
  RouteRefusal,
  UserId,
} from '@parley/protocol';
import type { Act } from '../audit/act.ts';
import type { JsonText } from './json-text.ts';
import type { refuse } from './refusal.ts';
import type { Trace } from '../telemetry/trace.ts';
import type { StreamCut } from '../telemetry/metrics.ts';
import type { Proof } from './proof.ts';
import type { IdempotencyKey, StoredAnswer } from './stored-answer.ts';

/** A route of the contract with its handler. The HTTP layer registers every route in the lists. */
export type Route = HumanRoute | AgentRoute;

/** The signed-in person. */
export interface Caller {
  readonly userId: UserId;
  readonly handle: string;
  readonly displayName: string;
  readonly locale: string;
  readonly timezone: string;
  readonly createdAt: Date;
  /** The session or token that authenticated them. */
  readonly proof: Proof;
}

/** The agent that signed the request, and the credential that it signed with. */
export interface AgentCaller {
  readonly agentId: AgentId;
  readonly credentialId: CredentialId;
}

/**
 * An uploaded file. It is deleted from `path` when the request has been answered, so a handler that keeps it moves it
 * first.
 */
export interface IncomingFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  /** The name from the request, unchanged; null if it gives none. */
  readonly filename: string | null;
  /** The type that the request declares, unchanged; null if it declares none. */
  readonly declaredType: string | null;
}

export type RequestHeaders = IncomingHttpHeaders;

/** Data of a call on any route. */
interface Arrival {
  /** Set if the route takes an Idempotency-Key and the request has one. */
  readonly key: IdempotencyKey | null;
  /** The name under which an anonymous caller is rate limited: their address, or the /64 network of an IPv6 address. */
  readonly addressGroup: string;
  /** W3C trace context of the request, or null. */
  readonly trace: Trace | null;
  /** The request's headers, for handlers that decide by ranges, conditions or names. */
  readonly headers: RequestHeaders;
  /** Whether only the headers are asked for. A stream is then not opened, nor counted. */
  readonly isHead: boolean;
  /** Who acts, for the audit log. */
  readonly act: Act;
  /** The origin by which the caller reached this server, such as `https://parley.example`. */
  readonly origin: string;
}

/** Looks up the caller in the database. Refuses if their session or token has ended. */
export type Confirm = () => Promise<Caller>;

/** A call as the HTTP layer reads it from the route's row, before the typed handler gets it. */
export interface IncomingCall extends Arrival {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file?: IncomingFile;
  readonly refuse: typeof refuse;
}

interface Call<R> extends Arrival {
  /** The decoded path parameters. The handler finds out whether they name something. */
  readonly params: PathParams<R extends { readonly path: infer Path extends string } ? Path : string>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
  /** Set if the route takes a file. */
  readonly file: R extends { readonly takes: 'file' } ? IncomingFile : undefined;
  /** Refuses the request with a refusal that the route's row names, or with `malformed_request`. */
  readonly refuse: (code: RouteRefusal<R> | 'malformed_request', details?: Omit<Refusal, 'code'>) => never;
}

export interface HumanCall<R> extends Call<R> {
  readonly caller: R extends { readonly session: 'open' } ? Caller | null : Caller;
  /**
   * Set if the caller comes from the session cache, so the session may have ended. The route must either let its
   * writing statement check the session or call this before it acts.
   */
  readonly confirm: Confirm | null;
}

export interface AgentCall<R> extends Call<R> {
  readonly agent: AgentCaller;
}

/** What a handler returns: the JSON of its row, or a special answer. */
export type Answer<R> = RouteJson<R> | JsonText<RouteJson<R>> | SpecialAnswer;

export type SpecialAnswer = StoredAnswer | SessionAnswer | StreamAnswer | BytesAnswer;

/**
 * An answer that also sets a new session token as the cookie, clears the cookie if the token is null, or leaves it as
 * it is if the token is undefined.
 */
export interface SessionAnswer {
  readonly sessionToken: string | null | undefined;
  /** Left out for the status of the row. */
  readonly status?: number;
  /** Left out if the status has no body (204, 302, 303). */
  readonly json?: unknown;
  /** Where the browser goes (302, 303). */
  readonly location?: string;
  readonly cookies?: readonly AnswerCookie[];
}

/** A cookie of this server beside the session. A value of null removes it. */
export interface AnswerCookie {
  readonly name: string;
  readonly value: string | null;
  readonly maxAgeSeconds?: number;
  /** Whether the page's scripts see it. */
  readonly isReadable?: true;
}

/** Bytes with their own headers. `bytes` is null if the status has no body (304). */
export interface BytesAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Readable | null;
}

/** A stream of Server-Sent Events that stays open. */
export interface StreamAnswer {
  readonly status: 200;
  readonly stream: (sink: EventSink) => void;
}

/** The answer to a HEAD of a stream. */
export const unopened: StreamAnswer = { status: 200, stream: (sink) => sink.close() };

/** The sending end of an open stream. */
export interface EventSink {
  /** Writes whole frames. Returns false if the reader is behind; then wait for `onDrain`. */
  write(frames: string | Buffer): boolean;
  /** Bytes that the reader has not taken yet. */
  readonly bufferedBytes: number;
  onDrain(listener: () => void): void;
  /**
   * Calls the listener once when the stream ends. `cut` is the reason if this server ended it while the reader was
   * still connected.
   */
  onClose(listener: (cut?: StreamCut) => void): void;
  close(cut?: StreamCut): void;
}

export interface HumanRoute {
  readonly row: HumanRow;
  /** Whether it accepts callers from the session cache, who are not confirmed yet. */
  readonly recalls?: true;
  readonly handle: (
    call: IncomingCall & Pick<HumanCall<HumanRow>, 'confirm'> & { readonly caller: Caller | null },
  ) => Promise<unknown>;
}

export interface AgentRoute {
  readonly row: AgentRow;
  readonly handle: (call: IncomingCall & { readonly agent: AgentCaller }) => Promise<unknown>;
}

/** Binds a handler to a route of people. */
export function humanRoute<const R extends HumanRow>(
  row: R,
  handle: (call: HumanCall<R>) => Promise<Answer<R>>,
  options: Pick<HumanRoute, 'recalls'> = {},
): HumanRoute {
  return { row, handle: handle as HumanRoute['handle'], ...options };
}

/** Binds a handler to a route of agents. */
export function agentRoute<const R extends AgentRow>(
  row: R,
  handle: (call: AgentCall<R>) => Promise<Answer<R>>,
): AgentRoute {
  return { row, handle: handle as AgentRoute['handle'] };
}
