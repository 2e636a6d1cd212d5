import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** Who may answer a challenge: a session that adds a passkey, or anybody who signs in. */
export type Holder = { readonly userId: UserId; readonly sessionHash: Buffer } | null;

/** Keeps a challenge. Of those for the same person, or for sign-ins, the newest `most` stay. */
export async function insertChallenge(
  tx: Tx,
  { hash, holder, expiresAt }: { readonly hash: Buffer; readonly holder: Holder; readonly expiresAt: Date },
  most: number,
): Promise<void> {
  const userId = holder?.userId ?? null;
  await sql`
    insert into passkey_challenges (challenge_hash, user_id, session_hash, expires_at)
    values (${hash}, ${userId}, ${holder?.sessionHash ?? null}, ${expiresAt})`.execute(tx);
  const same = userId === null ? sql`user_id is null` : sql`user_id = ${userId}`;
  await sql`
    delete from passkey_challenges where challenge_hash = any(array(
      select challenge_hash from passkey_challenges where ${same} order by expires_at desc offset ${most}))`.execute(
    tx,
  );
}

/** Uses a challenge up. Returns false if this holder has none such. Of two at once, one gets it. */
export async function takeChallenge(db: Db, hash: Buffer, holder: Holder, now: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenges
    where challenge_hash = ${hash} and user_id is not distinct from ${holder?.userId ?? null}::text
      and session_hash is not distinct from ${holder?.sessionHash ?? null}::bytea and expires_at > ${now}
    returning challenge_hash`.execute(db);
  return rows.length === 1;
}

/** Ends the challenges of a person. */
export async function deleteChallengesOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from passkey_challenges where user_id = ${userId}`.execute(tx);
}

/** Deletes at most `limit` whose time is over, and returns how many. */
export async function deleteOldChallenges(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from passkey_challenges where challenge_hash = any(array(
      select challenge_hash from passkey_challenges where expires_at <= ${now} order by expires_at limit ${limit}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
