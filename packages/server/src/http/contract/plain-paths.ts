/** The routes that stand beside the two doors: what they give needs neither a session nor a signature. */
export const plainPaths = {
  '/schemas/v1/delivery.schema.json': plain('The JSON Schema of the delivery envelope.', 'application/schema+json'),
  '/schemas/v1/blocks.schema.json': plain('The JSON Schema of the blocks that agents send.', 'application/schema+json'),
  '/openapi.json': plain('This document.', 'application/json'),
  '/healthz': plain('Whether the process is up.', 'application/json'),
  '/readyz': plain(
    'Whether the database can be reached and its migrations are done; 503 where not.',
    'application/json',
  ),
  '/metrics': plain('What the server measures of itself, for Prometheus.', 'text/plain'),
};

function plain(summary: string, type: string) {
  return {
    get: {
      tags: ['server'],
      summary,
      security: [],
      responses: { 200: { description: 'Done.', content: { [type]: {} } } },
    },
  };
}
