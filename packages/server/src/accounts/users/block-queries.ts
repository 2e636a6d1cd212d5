import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { isDisabled } from './account-queries.ts';
import type { UserRow } from './queries.ts';

export interface BlockedRow extends Pick<UserRow, 'user_id' | 'handle' | 'display_name'> {
  readonly blocked_at: Date;
}

/** Blocks a person. An existing block keeps its time. */
export async function insertBlock(tx: Tx, userId: UserId, blockedUserId: UserId, now: Date): Promise<void> {
  await sql`
    insert into blocked_people (user_id, blocked_user_id, blocked_at) values (${userId}, ${blockedUserId}, ${now})
    on conflict do nothing`.execute(tx);
}

export async function deleteBlock(tx: Tx, userId: UserId, blockedUserId: UserId): Promise<void> {
  await sql`delete from blocked_people where user_id = ${userId} and blocked_user_id = ${blockedUserId}`.execute(tx);
}

/** Lists the people that a person has blocked, newest block first. */
export async function listBlocked(
  db: Db,
  list: { readonly userId: UserId; readonly below: readonly [at: string, id: string] | null; readonly limit: number },
): Promise<BlockedRow[]> {
  const [at, id] = list.below ?? [];
  const below = sql`and (b.blocked_at, b.blocked_user_id) < (${at}::timestamptz, ${id})`;
  const { rows } = await sql<BlockedRow>`
    select u.user_id, u.handle, u.display_name, b.blocked_at
    from blocked_people b join users u on u.user_id = b.blocked_user_id
    where b.user_id = ${list.userId} ${list.below === null ? sql`` : below}
    order by b.blocked_at desc, b.blocked_user_id desc limit ${list.limit}`.execute(db);
  return rows;
}

/** Returns which of these people have blocked this person, are blocked by them, or are disabled. */
export async function findBlocked(tx: Tx, userId: UserId, others: readonly UserId[]): Promise<Set<UserId>> {
  const { rows } = await sql<{ user_id: UserId }>`
    select user_id from unnest(${others}::text[]) as o (user_id)
    where ${isBlocking(sql`o.user_id`, userId)} or ${isBlocking(userId, sql`o.user_id`)} or ${isDisabled(sql`o.user_id`)}`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.user_id));
}

/** Returns the pairs in which the first person has blocked the second, as `<blocker> <blocked>`. */
export async function findPairsBlocked(
  db: Db,
  pairs: readonly { readonly userId: UserId; readonly blockedUserId: UserId }[],
): Promise<Set<string>> {
  if (pairs.length === 0) return new Set();
  const { rows } = await sql<{ user_id: UserId; blocked_user_id: UserId }>`
    select b.user_id, b.blocked_user_id
    from unnest(${pairs.map((pair) => pair.userId)}::text[], ${pairs.map((pair) => pair.blockedUserId)}::text[])
      as wanted (user_id, blocked_user_id)
    join blocked_people b using (user_id, blocked_user_id)`.execute(db);
  return new Set(rows.map((row) => `${row.user_id} ${row.blocked_user_id}`));
}

/**
 * Finds a person by handle, for another person. Returns null also if the found person has blocked that one, or is
 * disabled.
 */
export async function findUserFor(db: Db, userId: UserId, handle: string): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`
    select * from users u 
    where u.handle = ${handle} and not ${isBlocking(sql`u.user_id`, userId)} and not ${isDisabled(sql`u.user_id`)}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export function isBlocking(
  userId: UserId | RawBuilder<unknown>,
  other: UserId | RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`coalesce((
    select true from blocked_people b where b.user_id = ${userId} and b.blocked_user_id = ${other}), false)`;
}

/** Returns a condition for statements of other concepts: one of two people has blocked the other. */
export function isBlockBetween(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from blocked_people x
    where (x.user_id = ${one} and x.blocked_user_id = ${other}) or (x.user_id = ${other} and x.blocked_user_id = ${one}))`;
}
