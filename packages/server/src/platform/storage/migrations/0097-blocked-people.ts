import { sql, type Kysely } from 'kysely';

/** People that a person has blocked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blocked_people (
      user_id text not null references users,
      blocked_user_id text not null references users,
      blocked_at timestamptz not null,
      primary key (user_id, blocked_user_id)
    )`.execute(db);
  await sql`create index blocked_people_age on blocked_people (user_id, blocked_at, blocked_user_id)`.execute(db);
}
