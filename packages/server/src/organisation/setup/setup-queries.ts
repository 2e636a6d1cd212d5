import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** Replaces the set-up link. */
export async function putSetupLink(tx: Tx, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await sql`
    insert into setup_link (token_hash, expires_at) values (${tokenHash}, ${expiresAt})
    on conflict (only_row) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(
    tx,
  );
}

/** Returns whether this is the token of the set-up link, and its time is not over. */
export async function isSetupLink(db: Db | Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from setup_link where token_hash = ${tokenHash} and expires_at > ${now}`.execute(db);
  return rows.length === 1;
}

export async function deleteSetupLink(tx: Tx): Promise<void> {
  await sql`delete from setup_link`.execute(tx);
}
