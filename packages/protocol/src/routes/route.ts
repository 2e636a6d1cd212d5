import type { z } from 'zod';
import type { RefusalCode } from '../refusals.ts';

/**
 * One route of the contract as data: its input, its answer and its refusals. The server's handlers, the calls of the web app and of the
 * SDK, the OpenAPI document, the guide's API reference and the table of docs/interface.md are all built from these rows.
 */
export type RouteRow = HumanRow | AgentRow;

/** The header with the id of the calling person. The call is refused if the session belongs to another person. */
export const callerHeader = 'x-parley-user';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The answer of a successful call. */
export interface RouteAnswer {
  readonly status: 200 | 201 | 202 | 204 | 302 | 303;
  /** A second status that the route may answer, with the same body. */
  readonly also?: 200;
  /** The schema of the JSON body. */
  readonly json?: z.ZodType;
  /** The media type of a body that is not JSON; a wildcard for a file. */
  readonly media?: string;
}

interface Row {
  readonly method: Method;
  /** Parameters are in braces: `/v1/agents/{agentId}`. */
  readonly path: string;
  /** One sentence that describes the call. */
  readonly summary: string;
  /** Further documentation, in full sentences. Blank lines separate paragraphs. */
  readonly doc?: string;
  /** The schema of the query; other names in the query are ignored. */
  readonly query?: z.ZodObject;
  /** The schema of the JSON body; absent if the route reads none. */
  readonly body?: z.ZodType;
  /** `file`: the request carries a file of at most 25 MiB. People send it as the part `file` of a form, agents as the raw body. */
  readonly takes?: 'file';
  readonly answer: RouteAnswer;
  /** The refusals of this route, besides those that every route of its door shares. */
  readonly refusals?: readonly RefusalCode[];
  /** Those that this route answers with another status than other routes do. */
  readonly statuses?: Readonly<Partial<Record<RefusalCode, number>>>;
  /** Whether the route accepts an Idempotency-Key, which is stored for 24 hours. */
  readonly idempotency?: 'optional' | 'required';
}

/** A route for people: a session or an access token identifies the caller, and names are in camelCase. */
export interface HumanRow extends Row {
  readonly door: 'human';
  /** `open` routes need no session: sign-up, sign-in, and links with a signature of their own. */
  readonly session: 'required' | 'open';
  /** `refused`: the route accepts no access token, so that a stolen token cannot create more of them. */
  readonly tokens?: 'refused';
  readonly throttle?: 'signIn' | 'signUp';
  /**
   * Set if the route is for active administrators (§14). `session`: it takes no access token. `tokens`: it also takes the tokens that
   * were made for administration.
   */
  readonly admin?: 'session' | 'tokens';
  /** The bodies that a token may send; with any other the call takes a session alone. */
  readonly tokenBody?: z.ZodType;
  /**
   * Set if the call needs a fresh session (§14): signed in within 10 minutes, or `password` in the body. `always`, or the members of the
   * body that need it when they are there and not false.
   */
  readonly fresh?: 'always' | readonly string[];
}

/** A route for agents: a signature over the raw bytes identifies the caller, and names are in snake_case. */
export interface AgentRow extends Row {
  readonly door: 'agent';
  /** Whether a signature is refused when it was used before with another key or on another route. */
  readonly replayProtected: boolean;
}

/** The parameters in the braces of a path, each a string: `PathParams<'/v1/agents/{agentId}'>` is `{ agentId: string }`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & PathParams<Rest>
  : unknown;

/** The parsed query that a handler reads. */
export type RouteQuery<R> = R extends { readonly query: infer Q extends z.ZodObject } ? z.output<Q> : unknown;

/** The parsed body that a handler reads; undefined if the route reads none. */
export type RouteBody<R> = R extends { readonly body: infer B extends z.ZodType } ? z.output<B> : undefined;

/** The body that a caller sends. */
export type RouteBodyInput<R> = R extends { readonly body: infer B extends z.ZodType } ? z.input<B> : undefined;

/** The JSON that the route answers; void if it answers none. */
export type RouteJson<R> = R extends { readonly answer: { readonly json: infer J extends z.ZodType } }
  ? z.output<J>
  : void;

/** The refusals of the row itself. */
export type RouteRefusal<R> = R extends { readonly refusals: readonly (infer Code extends RefusalCode)[] }
  ? Code
  : never;

/** Returns a row for a signed-in person. */
export const human = <const R extends Omit<HumanRow, 'door' | 'session'>>(row: R) =>
  ({ ...row, door: 'human', session: 'required' }) as const;

/** Returns a row that needs no session. */
export const open = <const R extends Omit<HumanRow, 'door' | 'session'>>(row: R) =>
  ({ ...row, door: 'human', session: 'open' }) as const;

/** Returns a row for a signed request of an agent. */
export const agent = <const R extends Omit<AgentRow, 'door'>>(row: R) => ({ ...row, door: 'agent' }) as const;
