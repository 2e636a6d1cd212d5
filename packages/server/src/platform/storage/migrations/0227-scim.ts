import { sql, type Kysely } from 'kysely';

/**
 * People whom a directory provisions by SCIM. `user_name` is as the directory sent it, `user_name_key` is what it is
 * compared by. Whom the directory deleted keeps the row with `deleted_at`, so that the same name gets the same person
 * back; their `external_id` may be given to another. `disabled_at`
 * is the time of `accounts.disabled_at` if the directory disabled the person: it enables only whom it disabled.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scim_people (
      user_id text primary key references users,
      user_name text not null,
      user_name_key text not null unique,
      external_id text,
      given_name text,
      family_name text,
      changed_at timestamptz not null,
      disabled_at timestamptz,
      deleted_at timestamptz
    )`.execute(db);
  await sql`
    create unique index scim_people_external on scim_people (external_id)
    where external_id is not null and deleted_at is null`.execute(db);
}
