import type { z } from 'zod';
import { addresses } from './addresses.ts';
import type { Method, PathParams, RouteQuery } from './route.ts';
import type { RouteName, Routes } from './routes.ts';

/** The input of a call: `params`, `query` and `body`, as far as the route has them. */
export type RouteCall<Name extends RouteName> = ParamsOf<Routes[Name]> & QueryOf<Routes[Name]> & BodyOf<Routes[Name]>;

type ParamsOf<R extends { readonly path: string }> = R['path'] extends `${string}{${string}`
  ? { readonly params: PathParams<R['path']> }
  : unknown;

type QueryOf<R> = R extends { readonly query: z.ZodObject }
  ? { readonly query?: { readonly [Key in keyof RouteQuery<R>]?: RouteQuery<R>[Key] | undefined } }
  : unknown;

type BodyOf<R> = R extends { readonly body: infer B extends z.ZodType }
  ? Record<never, never> extends z.input<B>
    ? { readonly body?: z.input<B> }
    : { readonly body: z.input<B> }
  : unknown;

interface Address {
  readonly method: Method;
  /** The path with its parameters and query, percent-encoded. */
  readonly path: string;
}

/**
 * Returns the method and path of a call.
 *
 * @example addressOf('getTask', { params: { taskId } }) // { method: 'GET', path: '/v1/tasks/tsk_…' }
 */
export function addressOf<Name extends RouteName>(
  name: Name,
  call: { readonly params?: object; readonly query?: object } = {},
): Address {
  const [method, template] = addresses[name];
  const params = new Map<string, unknown>(Object.entries(call.params ?? {}));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(String(params.get(param))));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) query.set(key, String(value));
  }
  return { method, path: query.size === 0 ? path : `${path}?${query.toString()}` };
}
