import type { AgentId, CredentialId, UserId } from '@parley/protocol';
import type { z } from 'zod';
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

interface Call<Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Body;
  /** There where the route takes an Idempotency-Key and the request brought one. */
  readonly key: IdempotencyKey | null;
  readonly address: string;
}

export interface HumanCall<Body, Who = Caller> extends Call<Body> {
  readonly caller: Who;
}

export interface AgentCall<Body> extends Call<Body> {
  readonly agent: AgentCaller;
}

/** What a handler answers: a value to present, or bytes that were settled with their effect. */
export type Answer = StoredAnswer | PlainAnswer | StreamAnswer;

export interface PlainAnswer {
  readonly status: number;
  /** Left out where the status has no body (204). */
  readonly json?: unknown;
  /** A new session token to set as the cookie, or null to clear it. */
  readonly sessionToken?: string | null;
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

interface RouteShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** One sentence for the published contract. */
  readonly summary: string;
  /** The schema of the request body; a route without one reads none. */
  readonly body?: z.ZodType;
  /** Whether the route takes an Idempotency-Key. */
  readonly idempotency?: 'optional' | 'required';
}

export interface HumanRoute extends RouteShape {
  readonly door: 'human';
  /** `open` routes need no session: sign-up and sign-in. */
  readonly session: 'required' | 'open';
  readonly throttle?: 'signIn' | 'signUp';
  handle(call: HumanCall<unknown>): Promise<Answer>;
}

export interface AgentRoute extends RouteShape {
  readonly door: 'agent';
  /** Whether a signature that came before is refused on this route under another key or route. */
  readonly replayProtected: boolean;
  handle(call: AgentCall<unknown>): Promise<Answer>;
}

type Declared<Body extends z.ZodType | undefined, R, C> = Omit<R, 'door' | 'session' | 'body' | 'handle'> & {
  readonly body?: Body;
  handle(call: C): Promise<Answer>;
};
type Parsed<Body> = Body extends z.ZodType ? z.infer<Body> : undefined;

/** Declares a route for a signed-in person. */
export function humanRoute<Body extends z.ZodType | undefined = undefined>(
  route: Declared<Body, HumanRoute, HumanCall<Parsed<Body>>>,
): HumanRoute {
  return { ...route, door: 'human', session: 'required' } as HumanRoute;
}

/** Declares a route that needs no session. */
export function openRoute<Body extends z.ZodType | undefined = undefined>(
  route: Declared<Body, HumanRoute, HumanCall<Parsed<Body>, Caller | null>>,
): HumanRoute {
  return { ...route, door: 'human', session: 'open' } as HumanRoute;
}

/** Declares a route for a signed request of an agent. */
export function agentRoute<Body extends z.ZodType | undefined = undefined>(
  route: Declared<Body, AgentRoute, AgentCall<Parsed<Body>>>,
): AgentRoute {
  return { ...route, door: 'agent' } as AgentRoute;
}

export const ok = (json: unknown): PlainAnswer => ({ status: 200, json });
export const created = (json: unknown): PlainAnswer => ({ status: 201, json });
export const noContent: PlainAnswer = { status: 204 };
