import { expectedSchema } from '../../platform/storage/expected-schema.ts';
import { personalColumns } from './personal-columns.ts';

/** Returns the columns of the schema of which nobody has said what becomes of them, as `<table>.<column>`. */
export function unnamedColumns(): string[] {
  return Object.entries(expectedSchema).flatMap(([table, columns]) => {
    const fates = personalColumns[table];
    return columns.filter((column) => fates?.[column] === undefined).map((column) => `${table}.${column}`);
  });
}
