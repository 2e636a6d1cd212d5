import { message } from '@parley/protocol';
import { z } from 'zod';

/** A schema as it stands in the document. What zod cannot say in JSON Schema (a read block) points at the shared definition. */
export function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    unrepresentable: 'any',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if ((zodSchema as unknown) === blockOfMessage) jsonSchema.$ref = '#/components/schemas/Block';
    },
  });
  return json;
}

const blockOfMessage = message.shape.blocks.unwrap().element;
