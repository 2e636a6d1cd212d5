import { sql } from 'kysely';
import type { PasskeyId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** The public half of a passkey. */
export interface CredentialRow {
  readonly passkey_id: PasskeyId;
  readonly user_id: UserId;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  /** The host name that it belongs to. */
  readonly rp_id: string;
}

export interface PasskeyRow extends Pick<CredentialRow, 'passkey_id' | 'credential_id' | 'rp_id'> {
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** Lists a person's passkeys, the newest first. They are bounded in number. */
export async function listPasskeys(db: Db | Tx, userId: UserId): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select passkey_id, credential_id, rp_id, name, created_at, last_used_at from passkeys
    where user_id = ${userId} order by passkey_id desc`.execute(db);
  return rows;
}

/** Finds a passkey by the id of its credential, or null. */
export async function findCredential(db: Db | Tx, credentialId: Buffer): Promise<CredentialRow | null> {
  const { rows } = await sql<CredentialRow>`
    select passkey_id, user_id, credential_id, public_key, rp_id from passkeys
    where credential_id = ${credentialId}`.execute(db);
  return rows[0] ?? null;
}

/** Inserts a passkey. Returns false if its credential is there already. */
export async function insertPasskey(
  tx: Tx,
  row: CredentialRow & Pick<PasskeyRow, 'name' | 'created_at'> & { readonly counter: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into passkeys (passkey_id, user_id, credential_id, public_key, counter, rp_id, name, created_at)
    values (${row.passkey_id}, ${row.user_id}, ${row.credential_id}, ${row.public_key}, ${row.counter}, ${row.rp_id},
            ${row.name}, ${row.created_at})
    on conflict do nothing returning passkey_id`.execute(tx);
  return rows.length === 1;
}

/**
 * Records that a passkey was used. Returns false if it is gone, or if its counter is not higher than the last one; a
 * passkey that does not count always sends 0.
 */
export async function markUsed(db: Db | Tx, passkeyId: PasskeyId, counter: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${counter}::bigint, last_used_at = ${now}
    where passkey_id = ${passkeyId} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))
    returning passkey_id`.execute(db);
  return rows.length === 1;
}

/** Counts the passkeys of each of these people. */
export async function countPasskeysOf(db: Db | Tx, userIds: readonly UserId[]): Promise<Map<UserId, number>> {
  const { rows } = await sql<{ user_id: UserId; count: number }>`
    select user_id, count(*)::int as count from passkeys where user_id = any(${userIds}::text[]) group by user_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.user_id, row.count]));
}

export async function deletePasskey(tx: Tx, passkeyId: PasskeyId): Promise<void> {
  await sql`delete from passkeys where passkey_id = ${passkeyId}`.execute(tx);
}

/** Ends all passkeys of a person. */
export async function deletePasskeysOf(tx: Tx, userId: UserId): Promise<PasskeyId[]> {
  const { rows } = await sql<{ passkey_id: PasskeyId }>`
    delete from passkeys where user_id = ${userId} returning passkey_id`.execute(tx);
  return rows.map((row) => row.passkey_id);
}
