import { sql, type Kysely } from 'kysely';

/**
 * Records that a person answered a form, and the delivery that carried the answer to the agent. The answer itself is
 * stored only in that delivery.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table form_answers (
      message_id text not null,
      form_id text not null,
      user_id text not null,
      delivery_id text not null unique,
      submitted_at timestamptz not null,
      primary key (message_id, form_id, user_id)
    )`.execute(db);
}
