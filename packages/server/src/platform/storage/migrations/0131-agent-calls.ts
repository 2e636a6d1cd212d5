import { sql, type Kysely } from 'kysely';

/**
 * Calls between agents, and their answers. `caller_delivery_id` is the delivery that the caller was answering;
 * `message_id` and `seq` are the reply that contained the call. An answer refers to its call.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agent_calls (
      delivery_id text primary key references deliveries (delivery_id) on delete cascade,
      caller_agent_id text not null,
      called_agent_id text not null,
      caller_delivery_id text not null,
      in_answer_to text,
      message_id text not null,
      seq integer not null,
      called_at timestamptz not null
    )`.execute(db);
  await sql`create index agent_calls_caller on agent_calls (caller_delivery_id)`.execute(db);
  await sql`create index agent_calls_answers on agent_calls (in_answer_to) where in_answer_to is not null`.execute(db);
  await sql`create index agent_calls_message on agent_calls (message_id)`.execute(db);
}
