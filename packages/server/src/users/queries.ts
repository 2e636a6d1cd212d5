import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';

export interface UserRow {
  readonly user_id: UserId;
  readonly handle: string;
  readonly display_name: string;
  readonly password_hash: string;
  readonly locale: string;
  readonly timezone: string;
  readonly created_at: Date;
}

export interface SessionRow extends UserRow {
  readonly token_hash: Buffer;
}

/** Inserts a person; false where the handle is taken. */
export async function insertUser(tx: Tx, user: UserRow): Promise<boolean> {
  const { rows } = await sql`
    insert into users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
    values (${user.user_id}, ${user.handle}, ${user.display_name}, ${user.password_hash}, ${user.locale},
            ${user.timezone}, ${user.created_at})
    on conflict (handle) do nothing
    returning user_id`.execute(tx);
  return rows.length === 1;
}

export async function findUserByHandle(db: Db | Tx, handle: string): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`select * from users where handle = ${handle}`.execute(db);
  return rows[0] ?? null;
}

/** People by id; who does not exist is left out. */
export async function findUsers(db: Db | Tx, userIds: readonly UserId[]): Promise<UserRow[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<UserRow>`select * from users where user_id = any(${userIds}::text[])`.execute(db);
  return rows;
}

export async function updateProfile(
  tx: Tx,
  userId: UserId,
  profile: {
    readonly displayName?: string | undefined;
    readonly locale?: string | undefined;
    readonly timezone?: string | undefined;
  },
): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
    update users
    set display_name = coalesce(${profile.displayName ?? null}, display_name),
        locale = coalesce(${profile.locale ?? null}, locale),
        timezone = coalesce(${profile.timezone ?? null}, timezone)
    where user_id = ${userId}
    returning *`.execute(tx);
  return rows[0] as UserRow;
}

export async function insertSession(
  db: Db | Tx,
  session: { readonly tokenHash: Buffer; readonly userId: UserId; readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await sql`
    insert into sessions (token_hash, user_id, created_at, expires_at)
    values (${session.tokenHash}, ${session.userId}, ${session.createdAt}, ${session.expiresAt})`.execute(db);
}

/** The people of those sessions that have not ended. */
export async function findSessions(db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.token_hash, u.*
    from sessions s join users u using (user_id)
    where s.token_hash = any(${tokenHashes}::bytea[]) and s.expires_at > ${now}`.execute(db);
  return rows;
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await sql`delete from sessions where token_hash = ${tokenHash}`.execute(db);
}

/** Deletes at most `limit` sessions that have ended; returns how many. */
export async function deleteEndedSessions(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where token_hash = any(array(
      select token_hash from sessions where expires_at <= ${now} order by expires_at limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
