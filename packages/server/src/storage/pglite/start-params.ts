import { PGlite } from '@electric-sql/pglite';
import { planning } from '../planning.ts';

/**
 * How the embedded database is started. Its own cache is small: pages that are not in it come from the system's cache, which is not
 * the process's memory, and the 128 MB that PostgreSQL takes by default are touched from the start.
 */
export const startParams = [...PGlite.defaultStartParams, ...settings([['shared_buffers', '32MB'], ...planning])];

function settings(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
