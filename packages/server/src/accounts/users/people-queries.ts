import { sql, type RawBuilder } from 'kysely';
import type { PersonRole, PersonStatus, UserId } from '@parley/protocol';
import { hasWordWith, prefixPattern } from '../../platform/storage/begins-with.ts';
import { countRows } from '../../platform/storage/count-rows.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { Account } from './account.ts';
import { isDisabled, joinedAccount } from './account-queries.ts';
import type { UserRow } from './queries.ts';
import { lastSeenOf } from './seen-queries.ts';

/** A person with their account, as administrators see them. */
export interface PersonRow extends UserRow, Account {
  readonly status: PersonStatus;
  /** To the hour; null before the first use. */
  readonly last_seen_at: Date | null;
}

const status = sql<PersonStatus>`
  case when e.done_at is not null then 'erased' when e.user_id is not null then 'erasing'
       when a.disabled_at is null then 'active' else 'disabled' end`;

const person = sql`
  select u.*, ${joinedAccount}, ${status} as status, ${lastSeenOf(sql`u.user_id`)} as last_seen_at
  from users u left join accounts a using (user_id) left join erasures e using (user_id)`;

/** Finds one person with their account. */
export async function findPerson(db: Db | Tx, userId: UserId): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`${person} where u.user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** Lists people that meet all given conditions, newest first. */
export async function listPeople(
  db: Db,
  list: {
    /** The beginning of the handle, the mail address or a word of the name, in any case; empty for everybody. */
    readonly q: string;
    readonly role: PersonRole | null;
    readonly status: PersonStatus | null;
    readonly below: string | null;
    readonly limit: number;
  },
): Promise<PersonRow[]> {
  const conditions = [
    ...(list.q === '' ? [] : [beginsWith(list.q)]),
    ...(list.role === null ? [] : [sql`coalesce(a.role, 'member') = ${list.role}`]),
    ...(list.status === null ? [] : [sql`${status} = ${list.status}`]),
    ...(list.below === null ? [] : [sql`u.user_id < ${list.below}`]),
  ];
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<PersonRow>`${person} ${where} order by u.user_id desc limit ${list.limit}`.execute(db);
  return rows;
}

/**
 * Lists people in the order of their ids, from an offset, with their number. Leaves out the person of the demo, those who
 * are erased and those for whom `isHidden` holds. What is before the offset costs its ids alone.
 */
export async function pageOfPeople(
  db: Db,
  page: {
    readonly isHidden: (userId: RawBuilder<unknown>) => RawBuilder<boolean>;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{ readonly rows: readonly PersonRow[]; readonly total: number }> {
  const shown = sql`
    from (${person}) p
    where not p.is_demo and p.status in ('active', 'disabled') and not ${page.isHidden(sql`p.user_id`)}`;
  const counted = await sql<{ total: number }>`select count(*)::float8 as total ${shown}`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  if (page.limit === 0 || page.offset >= total) return { rows: [], total };
  const { rows } = await sql<PersonRow>`
    ${person}
    where u.user_id = any(array(
      select p.user_id ${shown} order by p.user_id limit ${page.limit} offset ${page.offset}))
    order by u.user_id`.execute(db);
  return { rows, total };
}

function beginsWith(q: string): RawBuilder<boolean> {
  const prefix = prefixPattern(q);
  return sql`(
    u.handle ilike ${prefix} or a.email ilike ${prefix} or ${hasWordWith(sql.ref('u.display_name'), q)})`;
}

/** Rows that tell of somebody who was there; no more of each kind are read. */
const seenMax = 200_000;

/** Counts people, those who are disabled, and those of the others who were there since a time. Who is being erased, or was, is in none. */
export async function countPeople(
  db: Db,
  since: Date,
): Promise<{ readonly total: number; readonly active: number; readonly disabled: number }> {
  const [total, active, disabled, erased] = await Promise.all([
    countRows(db, sql`users`, 'users'),
    countRows(
      db,
      sql`((select user_id from people_seen where seen_at >= ${since} limit ${seenMax})
           union (select user_id from sessions where coalesce(last_used_at, created_at) >= ${since} limit ${seenMax})) s
          where not ${isDisabled(sql`s.user_id`)}`,
    ),
    countRows(
      db,
      sql`accounts a where a.disabled_at is not null
          and not exists (select from erasures e where e.user_id = a.user_id)`,
    ),
    countRows(db, sql`erasures`, 'erasures'),
  ]);
  return { total: total - erased, active, disabled };
}
