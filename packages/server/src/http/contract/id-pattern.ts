import { idSchema, type IdKind } from '@parley/protocol';
import { z } from 'zod';
import type { Json } from './schemas.ts';

/** Returns the schema of an id in the document. */
export function idPattern(kind: IdKind): Json {
  const { $schema: _schema, ...schema } = z.toJSONSchema(idSchema(kind));
  return schema;
}
