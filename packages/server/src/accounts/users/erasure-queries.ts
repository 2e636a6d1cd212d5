import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { noPassword } from './password.ts';

/** A person who is being erased, and which attempt it is. */
export interface ErasureRow {
  readonly user_id: UserId;
  readonly attempts: number;
}

export async function insertErasure(tx: Tx, userId: UserId, askedBy: UserId, now: Date): Promise<void> {
  await sql`
    insert into erasures (user_id, asked_by, asked_at) values (${userId}, ${askedBy}, ${now})
    on conflict do nothing`.execute(tx);
}

/** Takes an erasure that no server has worked on since a time. */
export async function claimErasure(db: Db, now: Date, silentSince: Date): Promise<ErasureRow | null> {
  const { rows } = await sql<ErasureRow>`
    update erasures set alive_at = ${now}, attempts = attempts + 1
    where user_id = (
      select user_id from erasures
      where done_at is null and (alive_at is null or alive_at < ${silentSince})
      order by attempts, asked_at limit 1 for update skip locked)
    returning user_id, attempts`.execute(db);
  return rows[0] ?? null;
}

/** Records that this attempt is alive. Returns false if another server has taken it. */
export async function noteErasing(tx: Tx, { user_id, attempts }: ErasureRow, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update erasures set alive_at = ${now} where user_id = ${user_id} and attempts = ${attempts} and done_at is null
    returning user_id`.execute(tx);
  return rows.length === 1;
}

/** Lets another server take an erasure at once. */
export async function leaveErasure(db: Db, { user_id, attempts }: ErasureRow): Promise<void> {
  await sql`
    update erasures set alive_at = null
    where user_id = ${user_id} and attempts = ${attempts} and done_at is null`.execute(db);
}

export async function endErasure(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await sql`update erasures set done_at = ${now} where user_id = ${userId}`.execute(tx);
}

/** Deletes what belongs to a person alone: sessions, tokens, blocks by and of them, and when they were seen. */
export async function erasePersonRows(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from sessions where user_id = ${userId}`.execute(tx);
  await sql`delete from access_tokens where user_id = ${userId}`.execute(tx);
  await sql`delete from blocked_people where user_id = ${userId} or blocked_user_id = ${userId}`.execute(tx);
  await sql`delete from people_seen where user_id = ${userId}`.execute(tx);
}

/** Replaces a person's profile. Keeps a hash of the handle, so that nobody gets it again. */
export async function replaceProfile(
  tx: Tx,
  userId: UserId,
  profile: { readonly handle: string; readonly displayName: string },
): Promise<void> {
  await sql`
    insert into former_handles (handle_hash)
    select sha256(convert_to(handle, 'UTF8')) from users where user_id = ${userId}
    on conflict do nothing`.execute(tx);
  await sql`
    update users
    set handle = ${profile.handle}, display_name = ${profile.displayName}, password_hash = ${noPassword},
        locale = 'en', timezone = 'UTC'
    where user_id = ${userId}`.execute(tx);
  await sql`
    update accounts
    set role = 'member', role_source = null, email = null, email_verified = false
    where user_id = ${userId}`.execute(tx);
}
