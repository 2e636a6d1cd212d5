import { message } from '@parley/protocol';
import { z } from 'zod';

/**
 * A schema as it stands in the document. What zod cannot say in JSON Schema (a read block) and what calls itself (any JSON value)
 * point at the shared definitions.
 */
export function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const {
    $schema: _schema,
    $defs: _definitions,
    ...json
  } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    unrepresentable: 'any',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if ((zodSchema as unknown) === blockOfMessage) jsonSchema.$ref = '#/components/schemas/Block';
    },
  });
  return JSON.parse(
    JSON.stringify(json).replaceAll(/"#\/\$defs\/__schema\d+"/g, '"#/components/schemas/JsonValue"'),
  ) as Record<string, unknown>;
}

const blockOfMessage = message.shape.blocks.unwrap().element;
