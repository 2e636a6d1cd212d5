import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

export interface UserRow {
  readonly user_id: UserId;
  readonly handle: string;
  readonly display_name: string;
  readonly password_hash: string;
  readonly locale: string;
  readonly timezone: string;
  readonly created_at: Date;
}

/** Inserts a person. Returns false if the handle is taken, or was that of a person who was erased. */
export async function insertUser(tx: Tx, user: UserRow): Promise<boolean> {
  const { rows } = await sql`
    insert into users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
    select ${user.user_id}, ${user.handle}, ${user.display_name}, ${user.password_hash}, ${user.locale},
           ${user.timezone}, ${user.created_at}::timestamptz
    where not exists (
      select from former_handles f where f.handle_hash = sha256(convert_to(${user.handle}::text, 'UTF8')))
    on conflict (handle) do nothing
    returning user_id`.execute(tx);
  return rows.length === 1;
}

/** Returns an SQL condition: this person's handle is among `handles`, which are separated by spaces. */
export function hasHandleAmong(userId: RawBuilder<unknown>, handles: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from users h where h.user_id = ${userId} and h.handle = any(string_to_array(${handles}, ' ')))`;
}

/** Returns the people who have these handles, by handle. */
export async function findUsersByHandle(tx: Tx, handles: readonly string[]): Promise<Map<string, UserId>> {
  if (handles.length === 0) return new Map();
  const { rows } = await sql<Pick<UserRow, 'user_id' | 'handle'>>`
    select user_id, handle from users where handle = any(${handles}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.handle, row.user_id]));
}

/** Finds people by id. Ids that do not exist are left out. */
export async function findUsers(db: Db | Tx, userIds: readonly UserId[]): Promise<UserRow[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<UserRow>`select * from users where user_id = any(${userIds}::text[])`.execute(db);
  return rows;
}

/** Returns an expression for a statement of another concept: the handle of this person. */
export function handleOf(userId: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(select h.handle from users h where h.user_id = ${userId})`;
}

/** Returns an expression for a statement of another concept: the name of this person. */
export function nameOf(userId: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(select n.display_name from users n where n.user_id = ${userId})`;
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

/**
 * Locks a person's row, so that changes of their password, tokens and blocks run one at a time. Opening a conversation
 * with them waits too, through `findUsersToSeat`.
 */
export async function lockUser(tx: Tx, userId: UserId): Promise<void> {
  await sql`select from users where user_id = ${userId} for no key update`.execute(tx);
}

/** Finds people by id and locks their rows, so that they cannot block anyone else before the commit. */
export async function findUsersToSeat(tx: Tx, userIds: readonly UserId[]): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select * from users where user_id = any(${userIds}::text[]) order by user_id for share`.execute(tx);
  return rows;
}
