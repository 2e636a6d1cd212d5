import { z } from 'zod';
import { blockDefinition, blockTypes, type BlockType } from './registry.ts';

/** A JSON Schema 2020-12 document. */
export type JsonSchema = Record<string, unknown>;

/**
 * Returns the JSON Schema of one block that an agent may send: one closed object per type, discriminated by the `const` of
 * `type`. The schema leaves out the rules across fields and the partial and final rules; `acceptBlocks` checks those too.
 */
export function blocksJsonSchema($id: string): JsonSchema {
  const sendable = blockTypes.filter((type) => !['platform', 'nobody'].includes(blockDefinition(type).sender));
  return oneOfBlocks($id, 'A block that an agent sends', sendable, 'inbound');
}

/**
 * Returns the JSON Schema of one block as a client reads it: one closed object per type, discriminated by the `const` of
 * `type`.
 */
export function readBlocksJsonSchema($id: string): JsonSchema {
  return oneOfBlocks($id, 'A block that a client reads', blockTypes, 'read');
}

function oneOfBlocks($id: string, title: string, types: readonly BlockType[], shape: 'inbound' | 'read'): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id,
    title,
    oneOf: types.map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(types.map((type) => [type, blockSchema(blockDefinition(type)[shape])])),
  };
}

function blockSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  return rest;
}
