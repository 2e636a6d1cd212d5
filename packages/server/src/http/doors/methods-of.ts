import type { HTTPMethods } from 'fastify';
import type { RouteRow } from '@parley/protocol';

/** Returns the methods of a route. Every GET route also answers HEAD, without the body. */
export function methodsOf({ method }: Pick<RouteRow, 'method'>): HTTPMethods[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}
