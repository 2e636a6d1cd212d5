import type { FastifyInstance } from 'fastify';
import { publishedSchemas } from './published-schemas.ts';

/** Serves the published schemas (JSON Schema 2020-12) for agents in other languages. No session is needed. */
export async function schemaRoutes(server: FastifyInstance, baseUrl: string | null): Promise<void> {
  for (const [path, schema] of Object.entries(publishedSchemas())) {
    const text = JSON.stringify({ ...schema, $id: `${baseUrl ?? ''}${path}` });
    server.get(path, async (_request, reply) =>
      reply.header('content-type', 'application/schema+json').header('cache-control', 'public, max-age=300').send(text),
    );
  }
}
