import { sql, type Kysely } from 'kysely';

/** That a person answered a form, and by which delivery the agent heard of it. What they answered is nowhere but in that delivery. */
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
