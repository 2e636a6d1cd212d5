import { sql } from 'kysely';
import type { Db } from '../../platform/storage/storage.ts';

/** Uses a state up, for all servers. Returns false if it was used before. */
export async function markStateUsed(db: Db, stateHash: Buffer, expiresAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into oidc_used_states (state_hash, expires_at) values (${stateHash}, ${expiresAt})
    on conflict do nothing returning state_hash`.execute(db);
  return rows.length === 1;
}

/** Deletes at most `limit` used states whose time is over, and returns how many. */
export async function deleteOldStates(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from oidc_used_states where state_hash = any(array(
      select state_hash from oidc_used_states where expires_at <= ${now} order by expires_at limit ${limit}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
