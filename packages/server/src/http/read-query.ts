import type { FastifyRequest } from 'fastify';

/** The query of a request: of a name that stands more than once, the first counts. */
export function readQuery(request: FastifyRequest): Record<string, string | undefined> {
  const query = request.query as Record<string, string | string[] | undefined>;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
