import type { FastifyRequest } from 'fastify';
import type { Config } from '../settings/config.ts';

/** Where this server is reached: as it is configured, or else at the address that this request was made to. */
export function originOf(request: FastifyRequest, { baseUrl }: Pick<Config, 'baseUrl'>): string {
  return baseUrl ?? `${request.protocol}://${request.host}`;
}
