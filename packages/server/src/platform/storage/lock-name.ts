import { sql } from 'kysely';
import type { Tx } from './storage.ts';

/**
 * Locks a name until the end of this transaction; waits while another transaction holds it. The name includes what kind
 * of thing it names.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
