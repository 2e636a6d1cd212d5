import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';
import { isThere } from './session-queries.ts';

/** Replaces a password where it is still the one that was looked at, for a session that is still there; false where it is not. */
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
