import { blocksJsonSchema, envelopeSchema } from '@parley/protocol';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** The published schemas, JSON Schema 2020-12, for whoever writes agents in another language. No session is needed. */
export async function schemaRoutes(server: FastifyInstance, baseUrl: string | null): Promise<void> {
  const delivery = {
    ...z.toJSONSchema(envelopeSchema, { unrepresentable: 'any' }),
    title: 'Parley delivery envelope, version 1',
  };
  const schemas = {
    '/schemas/v1/delivery.schema.json': delivery,
    '/schemas/v1/blocks.schema.json': { ...blocksJsonSchema(''), title: 'A Parley block as agents send it' },
  };
  for (const [path, schema] of Object.entries(schemas)) {
    const text = JSON.stringify({ ...schema, $id: `${baseUrl ?? ''}${path}` });
    server.get(path, async (_request, reply) =>
      reply.header('content-type', 'application/schema+json').header('cache-control', 'public, max-age=300').send(text),
    );
  }
}
