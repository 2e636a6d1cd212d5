import { sql, type Kysely } from 'kysely';

/**
 * The delivery that an agent was answering when it invoked a tool, and the `tool.result` that followed. A stop of the
 * answer ends what follows from it. A table of its own, because servers of the previous release use `select *` on
 * `invocations`; what they write has no row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invoked_with (
      invocation_id text primary key references invocations on delete cascade,
      delivery_id text not null,
      result_delivery_id text
    )`.execute(db);
  await sql`create index invoked_with_delivery on invoked_with (delivery_id)`.execute(db);
}
