import type { Act } from '../../platform/audit/act.ts';

/** A request of a directory. */
export interface ScimCall {
  /** The `{id}` of the path. */
  readonly id: string | undefined;
  /** Returns a parameter of the query, or null. Refuses one that is there twice. */
  readonly query: (name: string) => string | null;
  /** The parsed body; undefined without one. */
  readonly body: unknown;
  readonly act: Act;
  /** The address of the door, such as `https://parley.example/scim/v2`. */
  readonly base: string;
}

export interface ScimAnswer {
  readonly status: 200 | 201 | 204;
  readonly body?: object;
  /** The address of what was made. */
  readonly location?: string;
}

export interface ScimRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/scim/v2`. */
  readonly path: string;
  readonly handle: (call: ScimCall) => Promise<ScimAnswer>;
}
