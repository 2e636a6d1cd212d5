import { sql, type Kysely } from 'kysely';

/**
 * Chat models that servers run as agents, the deliveries that they are answering, and what their answers cost. Keys are
 * sealed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agent_models (
      agent_id text primary key references agents,
      offer_id text,
      url text,
      sealed_key bytea,
      key_id text,
      model text not null,
      instructions text,
      tools text[] not null,
      price_input double precision,
      price_output double precision,
      currency text,
      revision int not null,
      created_at timestamptz not null,
      held_by text,
      state text not null,
      state_at timestamptz not null,
      failure_kind text,
      failure_message text,
      failure_at timestamptz
    )`.execute(db);
  await sql`create index agent_models_held on agent_models (held_by)`.execute(db);
  await sql`
    create table model_turns (
      delivery_id text primary key,
      agent_id text not null,
      taken_at timestamptz not null
    )`.execute(db);
  await sql`create index model_turns_agent on model_turns (agent_id)`.execute(db);
  await sql`
    create table model_answers (
      answer_no bigint generated always as identity primary key,
      agent_id text not null,
      user_id text not null,
      conversation_id text not null,
      delivery_id text not null,
      model text not null,
      input_tokens int not null,
      output_tokens int not null,
      cost double precision,
      currency text,
      failure text,
      at timestamptz not null
    )`.execute(db);
  await sql`create index model_answers_agent on model_answers (agent_id, answer_no)`.execute(db);
  await sql`create index model_answers_user on model_answers (user_id, answer_no) where cost is not null`.execute(db);
  await sql`create index model_answers_age on model_answers (at)`.execute(db);
  await sql`
    create table model_days (
      agent_id text not null,
      day date not null,
      currency text not null,
      answers int not null,
      failures int not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      cost double precision,
      primary key (agent_id, day, currency)
    )`.execute(db);
  await sql`create index model_days_age on model_days (day)`.execute(db);
  await sql`
    create table offer_days (
      user_id text not null,
      offer_id text not null,
      day date not null,
      answers int not null,
      primary key (user_id, offer_id, day)
    )`.execute(db);
  await sql`create index offer_days_age on offer_days (day)`.execute(db);
}
