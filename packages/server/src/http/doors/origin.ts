import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/settings/config.ts';
import { schemeOf } from './head-rules.ts';

/** Returns the origin of this server: the configured one, or else that of the request. */
export function originOf(request: FastifyRequest, { baseUrl }: Pick<Config, 'baseUrl'>): string {
  return baseUrl ?? `${schemeOf(request)}://${request.host}`;
}
