import { PGlite } from '@electric-sql/pglite';
import { planning } from '../planning.ts';

/**
 * Start parameters of the embedded database. Its buffer cache is small, because the system caches pages outside the
 * process, and PostgreSQL's default of 128 MB would be in use from the start.
 */
export const startParams = [...PGlite.defaultStartParams, ...settings([['shared_buffers', '32MB'], ...planning])];

function settings(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
