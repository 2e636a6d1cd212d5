import { z } from 'zod';
import { blockDefinition, blockTypes, type BlockType } from './registry.ts';

/** A JSON Schema 2020-12 document. */
export type JsonSchema = Record<string, unknown>;

/**
 * The JSON Schema of one block that an agent may send: one closed object a type, told apart by the `const` of `type`. Rules
 * across fields and the partial and final rules are not in it; `acceptBlocks` has the last word.
 */
export function blocksJsonSchema($id: string): JsonSchema {
  const sendable = blockTypes.filter((type) => !['platform', 'nobody'].includes(blockDefinition(type).sender));
  return oneOfBlocks($id, 'A block that an agent sends', sendable, 'inbound');
}

/** The JSON Schema of one block as a client reads it: one closed object a type, told apart by the `const` of `type`. */
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
