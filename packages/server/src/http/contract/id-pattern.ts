import { idSchema, type IdKind } from '@parley/protocol';
import { z } from 'zod';
import type { Json } from './schemas.ts';

/** The form of an id as it stands in the document. */
export function idPattern(kind: IdKind): Json {
  const { $schema: _schema, ...schema } = z.toJSONSchema(idSchema(kind));
  return schema;
}
