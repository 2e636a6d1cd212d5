import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import { isThere } from './session-queries.ts';

/** Replaces a password if it is still `from` and the session still exists. Returns whether it did. */
export async function updatePassword(
  tx: Tx,
  change: { readonly userId: UserId; readonly from: string; readonly to: string; readonly session: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    update users set password_hash = ${change.to}
    where user_id = ${change.userId} and password_hash = ${change.from} and ${isThere(change.session)}
    returning user_id`.execute(tx);
  return rows.length === 1;
}

/** Sets a person's password. */
export async function setPassword(tx: Tx, userId: UserId, hash: string): Promise<void> {
  await sql`update users set password_hash = ${hash} where user_id = ${userId}`.execute(tx);
}
