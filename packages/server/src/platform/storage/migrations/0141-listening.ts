import { sql, type Kysely } from 'kysely';

/**
 * Records who opened a stream that listens to an agent; null if a server of the previous release wrote it, which is
 * read as a session without a name. Also records the attempts that went to a listener, in a table of their own, because
 * servers of the previous release use `select *` on `delivery_attempts`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table relay_streams add column opened_by text, add column opened_name text`.execute(db);
  await sql`
    create table listened_attempts (
      delivery_id text not null,
      attempt int not null,
      primary key (delivery_id, attempt),
      foreign key (delivery_id, attempt) references delivery_attempts on delete cascade
    )`.execute(db);
}
