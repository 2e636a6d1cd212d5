import {
  blocksJsonSchema,
  envelopeSchema,
  limits,
  manifest,
  proactiveBody,
  replyBody,
  taskUpdateBody,
} from '@parley/protocol';
import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

let made: Readonly<Record<string, JsonSchema>> | undefined;

/**
 * Returns the schemas that are published for authors in other languages, by path. They are generated from the
 * validation schemas.
 */
export function publishedSchemas(): Readonly<Record<string, JsonSchema>> {
  return (made ??= makeSchemas());
}

function makeSchemas(): Readonly<Record<string, JsonSchema>> {
  return {
    '/schemas/v1/delivery.schema.json': {
      ...z.toJSONSchema(envelopeSchema, { unrepresentable: 'any' }),
      title: 'Parley delivery envelope, version 1',
    },
    '/schemas/v1/blocks.schema.json': { ...blocksJsonSchema(''), title: 'A Parley block as agents send it' },
    '/schemas/v1/manifest.schema.json': { ...asSent(manifest), title: 'The manifest of a Parley agent' },
    '/schemas/v1/reply.schema.json': { ...withBlocks(asSent(replyBody)), title: 'A reply to Parley' },
    '/schemas/v1/task.schema.json': { ...withBlocks(asSent(taskUpdateBody)), title: 'An update of a Parley task' },
    '/schemas/v1/proactive.schema.json': {
      ...withBlocks(asSent(proactiveBody)),
      title: 'A proactive message to Parley',
    },
  };
}

function asSent(schema: z.ZodType): JsonSchema {
  const { id: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

/**
 * Adds the block schemas to a body: the server validates blocks one by one, so the body's own schema does not contain
 * them.
 */
function withBlocks(schema: JsonSchema): JsonSchema {
  const { oneOf, $defs } = blocksJsonSchema('');
  const items = { $ref: '#/$defs/anyBlock' };
  const blocks = { type: 'array', minItems: 1, maxItems: limits.replyBlocks, items };
  return {
    ...schema,
    properties: { ...(schema['properties'] as object), blocks },
    $defs: { ...(schema['$defs'] as object | undefined), ...($defs as object), anyBlock: { oneOf } },
  };
}
