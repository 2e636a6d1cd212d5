import { sql } from 'kysely';
import type { Tx } from './storage.ts';

/** Waits until no other transaction holds this name, and holds it until the end of this one. The name says what it is of. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
