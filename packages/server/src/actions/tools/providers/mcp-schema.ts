import type { StandardSchemaV1 } from '@modelcontextprotocol/client';

/**
 * Returns a schema for the SDK from a function that throws if an answer is invalid. It should throw at the first error:
 * the SDK's own schemas collect every error of an answer, which for 1 MiB takes up to a minute and gigabytes.
 */
export function schemaOf<Output>(read: (answer: unknown) => Output): StandardSchemaV1<unknown, Output> {
  return { '~standard': { version: 1, vendor: 'parley', validate: (answer) => ({ value: read(answer) }) } };
}
