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
import type { JsonText } from './json-text.ts';
import type { refuse } from './refusal.ts';
import type { Trace } from '../telemetry/trace.ts';
import type { StreamCut } from '../telemetry/metrics.ts';
import type { Proof } from './proof.ts';
import type { IdempotencyKey, StoredAnswer } from './stored-answer.ts';

/** A route of the contract with what the server does for it. The doors register what the lists hold. */
export type Route = HumanRoute | AgentRoute;

/** Who is signed in. */
export interface Caller {
  readonly userId: UserId;
  readonly handle: string;
  readonly displayName: string;
  readonly locale: string;
  readonly timezone: string;
  readonly createdAt: Date;
  /** By what they showed it. */
  readonly proof: Proof;
}

/** Which agent signed the request, and with what. */
export interface AgentCaller {
  readonly agentId: AgentId;
  readonly credentialId: CredentialId;
}

/** A file that came with a request. It lies at `path` until the request is answered; whoever keeps it moves it away before. */
export interface IncomingFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  /** The name that the request gives it, as it came; null where it gives none. */
  readonly filename: string | null;
  /** The type that the request declares for it, as it came; null where it declares none. */
  readonly declaredType: string | null;
}

export type RequestHeaders = IncomingHttpHeaders;

/** What every call brings, whichever its route. */
interface Arrival {
  /** There where the route takes an Idempotency-Key and the request brought one. */
  readonly key: IdempotencyKey | null;
  /** What the caller is counted under where nothing else is known of them: their address, or its network of 64 bits. */
  readonly addressGroup: string;
  /** Where the request stands in a trace; null where it belongs to none. */
  readonly trace: Trace | null;
  /** The request's headers, for what is decided by them beyond the door: ranges, conditions, names. */
  readonly headers: RequestHeaders;
  /** Where the caller reached this server, such as `https://parley.example`. */
  readonly origin: string;
}

/** Looks who is calling; refuses where what they showed has ended. */
export type Confirm = () => Promise<Caller>;

/** A call as a door reads it by the row of its route, before the handler that knows its types gets it. */
export interface IncomingCall extends Arrival {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file?: IncomingFile;
  readonly refuse: typeof refuse;
}

interface Call<R> extends Arrival {
  /** The parameters of the path, decoded. That they name something is for the route to find out. */
  readonly params: PathParams<R extends { readonly path: infer Path extends string } ? Path : string>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
  /** There where the route takes a file. */
  readonly file: R extends { readonly takes: 'file' } ? IncomingFile : undefined;
  /** Refuses the request with one of the refusals that the route's row names; `malformed_request` is open to all. */
  readonly refuse: (code: RouteRefusal<R> | 'malformed_request', details?: Omit<Refusal, 'code'>) => never;
}

export interface HumanCall<R> extends Call<R> {
  readonly caller: R extends { readonly session: 'open' } ? Caller | null : Caller;
  /**
   * There where the caller is only known from an earlier request: what they showed may have ended. The route then has the statement
   * that writes compare it, or looks again before it does anything by this.
   */
  readonly confirm: Confirm | null;
}

export interface AgentCall<R> extends Call<R> {
  readonly agent: AgentCaller;
}

/** What a handler gives: the JSON of its row, or an answer that is more than that. */
export type Answer<R> = RouteJson<R> | JsonText<RouteJson<R>> | SpecialAnswer;

export type SpecialAnswer = StoredAnswer | SessionAnswer | StreamAnswer | BytesAnswer;

/** An answer that also sets a new session token as the cookie, or clears it with null. */
export interface SessionAnswer {
  readonly sessionToken: string | null;
  /** Left out where the status has no body (204). */
  readonly json?: unknown;
}

/** Bytes with headers of their own; null where the status has no body (304). */
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

/** The sending end of an open stream. */
export interface EventSink {
  /** Writes whole frames; false where the reader is behind and more should wait for `onDrain`. */
  write(frames: string | Buffer): boolean;
  /** Bytes that the reader has not taken yet. */
  readonly bufferedBytes: number;
  onDrain(listener: () => void): void;
  /** Called once, whoever ends the stream, with why this server cut it off, where it did and the reader had not left. */
  onClose(listener: (cut?: StreamCut) => void): void;
  close(cut?: StreamCut): void;
}

export interface HumanRoute {
  readonly row: HumanRow;
  /** Whether it takes callers who are only known from an earlier request. */
  readonly recalls?: true;
  readonly handle: (
    call: IncomingCall & Pick<HumanCall<HumanRow>, 'confirm'> & { readonly caller: Caller | null },
  ) => Promise<unknown>;
}

export interface AgentRoute {
  readonly row: AgentRow;
  readonly handle: (call: IncomingCall & { readonly agent: AgentCaller }) => Promise<unknown>;
}

/** Says what the server does for a route of people. */
export function humanRoute<const R extends HumanRow>(
  row: R,
  handle: (call: HumanCall<R>) => Promise<Answer<R>>,
  options: Pick<HumanRoute, 'recalls'> = {},
): HumanRoute {
  return { row, handle: handle as HumanRoute['handle'], ...options };
}

/** Says what the server does for a route of agents. */
export function agentRoute<const R extends AgentRow>(
  row: R,
  handle: (call: AgentCall<R>) => Promise<Answer<R>>,
): AgentRoute {
  return { row, handle: handle as AgentRoute['handle'] };
}
