import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** What a directory says of a person whom it provisions. */
export interface ScimRow {
  readonly user_id: UserId;
  /** As the directory sent it. */
  readonly user_name: string;
  /** What the name is compared by. */
  readonly user_name_key: string;
  readonly external_id: string | null;
  /** The whole name as the directory sent it; null if it sent none. */
  readonly formatted_name: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly changed_at: Date;
  /** When the directory disabled the person; null if it never did. */
  readonly disabled_at: Date | null;
  /** Set once the directory has deleted the person. */
  readonly deleted_at: Date | null;
}

/** Returns what the directory says of these people, by person. */
export async function findScimRows(db: Db | Tx, userIds: readonly UserId[]): Promise<Map<UserId, ScimRow>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<ScimRow>`
    select * from scim_people where user_id = any(${userIds}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Finds a person by what their `userName` is compared by, also one whom the directory has deleted. */
export async function findByUserName(db: Db | Tx, key: string): Promise<ScimRow | null> {
  const { rows } = await sql<ScimRow>`select * from scim_people where user_name_key = ${key}`.execute(db);
  return rows[0] ?? null;
}

/** Finds a person by the id of the directory, but none whom it has deleted. */
export async function findByExternalId(db: Db | Tx, externalId: string): Promise<ScimRow | null> {
  const { rows } = await sql<ScimRow>`
    select * from scim_people where external_id = ${externalId} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Inserts or replaces what the directory says of a person. */
export async function putScimRow(tx: Tx, row: Omit<ScimRow, 'disabled_at'>): Promise<void> {
  await sql`
    insert into scim_people
      (user_id, user_name, user_name_key, external_id, formatted_name, given_name, family_name, changed_at, deleted_at)
    values (${row.user_id}, ${row.user_name}, ${row.user_name_key}, ${row.external_id}, ${row.formatted_name},
            ${row.given_name}, ${row.family_name}, ${row.changed_at}, ${row.deleted_at})
    on conflict (user_id) do update set
      user_name = excluded.user_name, user_name_key = excluded.user_name_key, external_id = excluded.external_id,
      formatted_name = excluded.formatted_name, given_name = excluded.given_name, family_name = excluded.family_name, changed_at = excluded.changed_at,
      deleted_at = excluded.deleted_at`.execute(tx);
}

/** Records when the directory disabled a person. */
export async function noteDisabled(tx: Tx, userId: UserId, at: Date | null): Promise<void> {
  await sql`update scim_people set disabled_at = ${at} where user_id = ${userId}`.execute(tx);
}

/** Returns a condition for a statement of another concept: the directory has deleted this person. */
export function isDeletedByScim(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from scim_people p where p.user_id = ${userId} and p.deleted_at is not null)`;
}

/** Returns the ids under which the directory knows these people; those without one are left out. */
export async function findExternalIds(db: Db | Tx, userIds: readonly UserId[]): Promise<Map<UserId, string>> {
  const rows = [...(await findScimRows(db, userIds)).values()];
  return new Map(rows.flatMap((row) => (row.external_id === null ? [] : [[row.user_id, row.external_id]])));
}

/** Deletes what the directory says of a person. It does not know them any more. */
export async function eraseScimRow(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from scim_people where user_id = ${userId}`.execute(tx);
}
