import type { z } from 'zod';
import type { RefusalCode } from '../refusals.ts';

/**
 * One route of the contract as data: what it reads, what it answers and what it refuses. The server's handlers, the calls of the web
 * app and of the SDK, the OpenAPI document and the tables of docs/interface.md are all made from these rows.
 */
export type RouteRow = HumanRow | AgentRow;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a route answers when all is well. */
export interface RouteAnswer {
  readonly status: 200 | 201 | 202 | 204;
  /** The schema of what is answered as JSON. */
  readonly json?: z.ZodType;
  /** The media type of what is not JSON; a wildcard where it is that of a file. */
  readonly media?: string;
}

interface Row {
  readonly method: Method;
  /** Parameters stand in braces: `/v1/agents/{agentId}`. */
  readonly path: string;
  /** One sentence that says what a call does. */
  readonly summary: string;
  /** What else a caller has to know, in full sentences. */
  readonly doc?: string;
  /** What it reads from the query; what is not named here is passed over. */
  readonly query?: z.ZodObject;
  /** The schema of the JSON body; a route without one reads none. */
  readonly body?: z.ZodType;
  /** `file`: the request brings a file of at most 25 MiB, as the part `file` of a form from people and as the raw body from agents. */
  readonly takes?: 'file';
  readonly answer: RouteAnswer;
  /** What it refuses beyond what every call of its door may. */
  readonly refusals?: readonly RefusalCode[];
  /** Whether it takes an Idempotency-Key, kept for 24 hours. */
  readonly idempotency?: 'optional' | 'required';
}

/** A route for people: a session, or a token in its place, says who is calling, and names are in camelCase. */
export interface HumanRow extends Row {
  readonly door: 'human';
  /** `open` routes need no session: signing up and in, and links that carry their own right. */
  readonly session: 'required' | 'open';
  /** `refused`: a token does not stand for the session here, so that whoever gets hold of one cannot make more of it. */
  readonly tokens?: 'refused';
  readonly throttle?: 'signIn' | 'signUp';
}

/** A route for agents: a signature over the raw bytes says who is calling, and names are in snake_case. */
export interface AgentRow extends Row {
  readonly door: 'agent';
  /** Whether a signature that came before is refused here under another key or on another route. */
  readonly replayProtected: boolean;
}

/** The names in braces of a path, each a string: `PathParams<'/v1/agents/{agentId}'>` is `{ agentId: string }`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & PathParams<Rest>
  : unknown;

/** What a handler reads from the query, parsed. */
export type RouteQuery<R> = R extends { readonly query: infer Q extends z.ZodObject } ? z.output<Q> : unknown;

/** What a handler gets as the body, parsed; undefined where the route reads none. */
export type RouteBody<R> = R extends { readonly body: infer B extends z.ZodType } ? z.output<B> : undefined;

/** What a caller sends as the body. */
export type RouteBodyInput<R> = R extends { readonly body: infer B extends z.ZodType } ? z.input<B> : undefined;

/** What the route answers as JSON; nothing where it answers none. */
export type RouteJson<R> = R extends { readonly answer: { readonly json: infer J extends z.ZodType } }
  ? z.output<J>
  : void;

/** The refusals that the row names. */
export type RouteRefusal<R> = R extends { readonly refusals: readonly (infer Code extends RefusalCode)[] }
  ? Code
  : never;

/** A row for a signed-in person. */
export const human = <const R extends Omit<HumanRow, 'door' | 'session'>>(row: R) =>
  ({ ...row, door: 'human', session: 'required' }) as const;

/** A row that needs no session. */
export const open = <const R extends Omit<HumanRow, 'door' | 'session'>>(row: R) =>
  ({ ...row, door: 'human', session: 'open' }) as const;

/** A row for a signed request of an agent. */
export const agent = <const R extends Omit<AgentRow, 'door'>>(row: R) => ({ ...row, door: 'agent' }) as const;
