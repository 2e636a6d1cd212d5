import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Failure } from '../failure.ts';
import { refuse } from './refuse.ts';

/**
 * The schema of a tool's arguments, as the library takes it. Arguments that do not fit reach the tool as a failure: the library itself would
 * refuse them with a sentence, without code and hint.
 */
export function toolInput<Schema extends z.ZodObject>(
  schema: Schema,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema> | Failure> {
  const { version, vendor, jsonSchema } = schema['~standard'];
  const validate = async (value: unknown) => {
    const { success, data, error } = schema.safeParse(value);
    return { value: success ? data : await failureOf(schema, error.issues, value) };
  };
  return { '~standard': { version, vendor, jsonSchema, validate } };
}

async function failureOf(schema: z.ZodObject, issues: readonly z.core.$ZodIssue[], value: unknown): Promise<Failure> {
  const { jsonPointer, knownFields, schemaFault } = await import('@parley/protocol');
  const { path, message, hint } = schemaFault(issues, value, (at) => knownFields(schema, at));
  return refuse('arguments_invalid', `${jsonPointer(path)}: ${message}`, hint);
}
