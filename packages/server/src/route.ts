import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { AgentId, CredentialId, RefusalCode, UserId } from '@parley/protocol';
import type { z } from 'zod';
import type { Trace } from './trace.ts';
import type { IdempotencyKey, StoredAnswer } from './idempotency/idempotency.ts';

/** A route as its concept declares it. The doors register what the lists hold; the published contract is made from the same lists. */
export type Route = HumanRoute | AgentRoute;

/** Who is signed in. */
export interface Caller {
  readonly userId: UserId;
  readonly handle: string;
  readonly displayName: string;
  readonly locale: string;
  readonly timezone: string;
  readonly createdAt: Date;
  /** SHA-256 of the session's token, which names the session. */
  readonly sessionHash: Buffer;
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
}

export type RequestHeaders = IncomingHttpHeaders;

interface Call<Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Body;
  /** There where the route takes an Idempotency-Key and the request brought one. */
  readonly key: IdempotencyKey | null;
  readonly address: string;
  /** Where the request stands in a trace; null where it belongs to none. */
  readonly trace: Trace | null;
  /** The request's headers, for what is decided by them beyond the door: ranges, conditions, names. */
  readonly headers: RequestHeaders;
  /** Where the caller reached this server, such as `https://parley.example`. */
  readonly origin: string;
}

export interface HumanCall<Body, Who = Caller> extends Call<Body> {
  readonly caller: Who;
}

export interface AgentCall<Body> extends Call<Body> {
  readonly agent: AgentCaller;
}

/** What a handler answers: a value to present, or bytes that were settled with their effect. */
export type Answer = StoredAnswer | PlainAnswer | StreamAnswer | BytesAnswer;

export interface PlainAnswer {
  readonly status: number;
  /** Left out where the status has no body (204). */
  readonly json?: unknown;
  /** A new session token to set as the cookie, or null to clear it. */
  readonly sessionToken?: string | null;
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
  /** Called once, whoever ends the stream. */
  onClose(listener: () => void): void;
  close(): void;
}

/** The answer of a route that went well, for the published contract. */
export interface Success {
  readonly status: 200 | 201 | 202 | 204;
  /** Of what is answered as JSON. */
  readonly schema?: z.ZodType;
  /** Its media type where it is not JSON. */
  readonly media?: string;
}

interface RouteShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** One sentence for the published contract. */
  readonly summary: string;
  /** The schema of the request body; a route without one reads none. */
  readonly body?: z.ZodType;
  /** `file`: the request brings a file of at most 25 MiB, as one part of a form from people and as the raw body from agents. */
  readonly takes?: 'file';
  /** What it answers when all is well. */
  readonly success: Success;
  /** What it refuses beyond what its door does, for the published contract. */
  readonly refusals?: readonly RefusalCode[];
  /** What it reads from the query, for the published contract. */
  readonly query?: Readonly<Record<string, string>>;
  /** Whether the route takes an Idempotency-Key. */
  readonly idempotency?: 'optional' | 'required';
}

export interface HumanRoute extends RouteShape {
  readonly door: 'human';
  /** `open` routes need no session: sign-up and sign-in. */
  readonly session: 'required' | 'open';
  readonly throttle?: 'signIn' | 'signUp';
  handle(call: HumanCall<unknown> & BroughtFile): Promise<Answer>;
}

export interface AgentRoute extends RouteShape {
  readonly door: 'agent';
  /** Whether a signature that came before is refused on this route under another key or route. */
  readonly replayProtected: boolean;
  handle(call: AgentCall<unknown> & BroughtFile): Promise<Answer>;
}

/** There where the route takes a file. */
interface BroughtFile {
  readonly file?: IncomingFile;
}

type Takes = 'file' | undefined;
type Declared<Body extends z.ZodType | undefined, R, C, T extends Takes = undefined> = Omit<
  R,
  'door' | 'session' | 'body' | 'takes' | 'handle'
> & {
  readonly body?: Body;
  readonly takes?: T;
  handle(call: C & (T extends 'file' ? { readonly file: IncomingFile } : unknown)): Promise<Answer>;
};
type Parsed<Body> = Body extends z.ZodType ? z.infer<Body> : undefined;

/** Declares a route for a signed-in person. */
export function humanRoute<Body extends z.ZodType | undefined = undefined, T extends Takes = undefined>(
  route: Declared<Body, HumanRoute, HumanCall<Parsed<Body>>, T>,
): HumanRoute {
  return { ...route, door: 'human', session: 'required' } as HumanRoute;
}

/** Declares a route that needs no session. */
export function openRoute<Body extends z.ZodType | undefined = undefined, T extends Takes = undefined>(
  route: Declared<Body, HumanRoute, HumanCall<Parsed<Body>, Caller | null>, T>,
): HumanRoute {
  return { ...route, door: 'human', session: 'open' } as HumanRoute;
}

/** Declares a route for a signed request of an agent. */
export function agentRoute<Body extends z.ZodType | undefined = undefined, T extends Takes = undefined>(
  route: Declared<Body, AgentRoute, AgentCall<Parsed<Body>>, T>,
): AgentRoute {
  return { ...route, door: 'agent' } as AgentRoute;
}

export const ok = (json: unknown): PlainAnswer => ({ status: 200, json });
export const created = (json: unknown): PlainAnswer => ({ status: 201, json });
export const noContent: PlainAnswer = { status: 204 };
