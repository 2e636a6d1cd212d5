import { sql, type Kysely } from 'kysely';

/** Tasks and the history of their state. `message_id` is the message that holds the instructions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tasks (
      task_id text primary key,
      conversation_id text not null references conversations,
      agent_id text not null references agents,
      creator_user_id text not null references users,
      message_id text not null,
      title text not null,
      instructions text not null,
      status text not null,
      note text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index tasks_conversation on tasks (conversation_id, task_id)`.execute(db);
  await sql`
    create index tasks_open on tasks (agent_id) where status not in ('completed', 'failed', 'cancelled')`.execute(db);
  await sql`
    create table task_history (
      task_id text not null references tasks,
      position bigint generated always as identity,
      status text not null,
      at timestamptz not null,
      by text not null,
      note text,
      primary key (task_id, position)
    )`.execute(db);
}
