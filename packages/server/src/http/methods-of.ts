import type { HTTPMethods } from 'fastify';
import type { RouteRow } from '@parley/protocol';

/** The methods that a route answers to: HEAD stands beside every GET, and is answered alike but for the body. */
export function methodsOf({ method }: Pick<RouteRow, 'method'>): HTTPMethods[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}
