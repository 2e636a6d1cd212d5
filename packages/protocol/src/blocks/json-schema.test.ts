import { expect, test } from 'vitest';
import { blocksJsonSchema, readBlocksJsonSchema } from './json-schema.ts';
import { blockTypes } from './registry.ts';

interface Definition {
  properties: Record<string, Record<string, unknown>>;
  required: string[];
  additionalProperties: boolean;
}
interface Document {
  $schema: string;
  $id: string;
  oneOf: { $ref: string }[];
  $defs: Record<string, Definition>;
}

const $id = 'https://parley.example/schemas/v1/blocks.schema.json';
const sendable = blockTypes.filter((type) => type !== 'approval_request' && type !== 'date_picker');
const sent = blocksJsonSchema($id) as unknown as Document;
const read = readBlocksJsonSchema($id) as unknown as Document;

test.each([
  ['sent', sendable, sent],
  ['read', blockTypes, read],
] as const)('the document of blocks as %s is closed objects, told apart by their type', (_, types, document) => {
  expect(document).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', $id });
  expect(Object.keys(document.$defs)).toEqual(types);
  expect(document.oneOf).toHaveLength(types.length);
  for (const [type, definition] of Object.entries(document.$defs)) {
    expect(document.oneOf).toContainEqual({ $ref: `#/$defs/${type}` });
    expect(definition).toMatchObject({ additionalProperties: false, properties: { type: { const: type } } });
    expect(definition.required).toContain('type');
    expect(definition).not.toHaveProperty('$schema');
  }
});

test('bounds and patterns are in the document', () => {
  expect(sent.$defs.text?.properties.text).toEqual({ type: 'string', minLength: 1, maxLength: 10_000 });
  expect(sent.$defs.image?.properties.asset_id?.pattern).toBe('^ast_[0-9A-HJKMNP-TV-Z]{26}$');
  expect(sent.$defs.chart?.properties.data).toMatchObject({
    minItems: 1,
    maxItems: 100,
    items: { maxProperties: 50, additionalProperties: { anyOf: [{ type: 'string', maxLength: 10_000 }, {}, {}, {}] } },
  });
});

test('only the read document has what the platform adds', () => {
  expect(read.$defs.approval_request?.properties).toHaveProperty('approval_id');
  expect(JSON.stringify(sent)).not.toMatch(/approval_id|provenance|date_picker/);
});
