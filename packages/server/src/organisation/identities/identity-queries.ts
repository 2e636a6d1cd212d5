import { sql } from 'kysely';
import type { IdentityId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** A person's identity at a provider. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

export interface IdentityRow extends Subject {
  readonly identity_id: IdentityId;
  readonly provider_id: string;
  readonly linked_at: Date;
}

/** Returns the person with this identity, or null. */
export async function findOwner(db: Db | Tx, { issuer, subject }: Subject): Promise<UserId | null> {
  const { rows } = await sql<{ user_id: UserId }>`
    select user_id from identities where issuer = ${issuer} and subject = ${subject}`.execute(db);
  return rows[0]?.user_id ?? null;
}

/** Links an identity. Returns false if it is linked already. */
export async function insertIdentity(
  tx: Tx,
  one: Subject & {
    readonly identityId: IdentityId;
    readonly userId: UserId;
    readonly providerId: string;
    readonly linkedAt: Date;
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into identities (identity_id, user_id, provider_id, issuer, subject, linked_at)
    values (${one.identityId}, ${one.userId}, ${one.providerId}, ${one.issuer}, ${one.subject}, ${one.linkedAt})
    on conflict do nothing returning identity_id`.execute(tx);
  return rows.length === 1;
}

/** Lists a person's identities, the newest first. They are bounded in number. */
export async function listIdentities(db: Db | Tx, userId: UserId): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select identity_id, provider_id, issuer, subject, linked_at from identities
    where user_id = ${userId} order by identity_id desc`.execute(db);
  return rows;
}

/** Returns the providers of each of these people, by person. */
export async function findProvidersOf(db: Db | Tx, userIds: readonly UserId[]): Promise<Map<UserId, string[]>> {
  const { rows } = await sql<{ user_id: UserId; ids: string[] }>`
    select user_id, array_agg(distinct provider_id order by provider_id) as ids from identities
    where user_id = any(${userIds}::text[]) group by user_id`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.ids]));
}

export async function deleteIdentity(tx: Tx, identityId: IdentityId): Promise<void> {
  await sql`delete from identities where identity_id = ${identityId}`.execute(tx);
}

/** Ends all identities of a person, and returns them. */
export async function deleteIdentitiesOf(
  tx: Tx,
  userId: UserId,
): Promise<Pick<IdentityRow, 'identity_id' | 'provider_id'>[]> {
  const { rows } = await sql<Pick<IdentityRow, 'identity_id' | 'provider_id'>>`
    delete from identities where user_id = ${userId} returning identity_id, provider_id`.execute(tx);
  return rows;
}
