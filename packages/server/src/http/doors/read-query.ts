import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Refused } from '../../platform/routing/refusal.ts';

/** Parses the query of a request by its route's schema. If a name occurs more than once, the first value counts. */
export function readQuery(request: FastifyRequest, schema: z.ZodObject | undefined): unknown {
  if (!schema) return {};
  const query = request.query as Record<string, string | string[] | undefined>;
  const firsts = Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  const result = schema.safeParse(Object.fromEntries(firsts));
  if (result.success) return result.data;
  const message = result.error.issues[0]?.message ?? 'The query is not of the form that this call takes.';
  throw new Refused({ code: 'malformed_request', message });
}
