import { sql } from 'kysely';
import type { IdentityId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { Subject } from './identity-queries.ts';

/** An identity that waits to be linked to an account. */
export interface PendingRow extends Subject {
  readonly identity_id: IdentityId;
  readonly user_id: UserId;
  readonly provider_id: string;
  /** What the provider calls the account there. */
  readonly account: string;
  /** The address that both sides have verified; null where the person themselves asked for the link. */
  readonly email: string | null;
  readonly expires_at: Date;
}

/** Holds an identity for the session or the browser's cookie that has the secret with this hash. */
export async function insertPending(tx: Tx, row: PendingRow & { readonly holder_hash: Buffer }): Promise<void> {
  await sql`
    insert into pending_identities
      (identity_id, holder_hash, user_id, provider_id, issuer, subject, account, email, expires_at)
    values (${row.identity_id}, ${row.holder_hash}, ${row.user_id}, ${row.provider_id}, ${row.issuer}, ${row.subject},
            ${row.account}, ${row.email}, ${row.expires_at})`.execute(tx);
}

interface Held {
  readonly identityId: IdentityId;
  readonly userId: UserId;
  readonly holderHash: Buffer;
  readonly now: Date;
}

/** Finds an identity that waits for this holder and person, or null. */
export async function findPending(
  db: Db | Tx,
  { identityId, userId, holderHash, now }: Held,
): Promise<PendingRow | null> {
  const { rows } = await sql<PendingRow>`
    select identity_id, user_id, provider_id, issuer, subject, account, email, expires_at from pending_identities
    where identity_id = ${identityId} and user_id = ${userId} and holder_hash = ${holderHash} and expires_at > ${now}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function deletePending(tx: Tx, identityId: IdentityId): Promise<void> {
  await sql`delete from pending_identities where identity_id = ${identityId}`.execute(tx);
}

/** Ends what waits to be linked to a person. */
export async function deletePendingOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from pending_identities where user_id = ${userId}`.execute(tx);
}

/** Deletes at most `limit` whose time is over, and returns how many. */
export async function deleteOldPending(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pending_identities where identity_id = any(array(
      select identity_id from pending_identities where expires_at <= ${now} order by expires_at limit ${limit}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
