import { sql, type Kysely } from 'kysely';

/**
 * The base tables: people, agents, conversations, messages and their deliveries.
 *
 * Deliveries are the hot table. `next_attempt_at` is null once a delivery is over; `lease_owner` is the server that
 * holds its lease; `held` keeps deliveries that cannot be sent now (no credit, agent paused) out of the index that
 * claims use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await people(db);
  await agents(db);
  await conversations(db);
  await deliveries(db);
  await doors(db);
}

async function people(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      user_id text primary key,
      handle text not null unique,
      display_name text not null,
      password_hash text not null,
      locale text not null,
      timezone text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table sessions (
      token_hash bytea primary key,
      user_id text not null references users,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db);
}

async function agents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agents (
      agent_id text primary key,
      owner_user_id text not null references users,
      handle text not null,
      name text not null,
      description text not null,
      transport text not null,
      webhook_url text,
      access text not null,
      requested_scopes jsonb not null,
      suggested_prompts text[] not null,
      homepage text,
      avatar_asset_id text,
      status text not null,
      status_reason text,
      search_words tsvector generated always as
        (to_tsvector('english', handle || ' ' || name || ' ' || description)) stored,
      search_prefixes tsvector generated always as
        (to_tsvector('simple', handle || ' ' || name || ' ' || description)) stored,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index agents_handle on agents (handle) where status <> 'deleted'`.execute(db);
  await sql`create index agents_owner on agents (owner_user_id)`.execute(db);
  await sql`create index agents_words on agents using gin (search_words)`.execute(db);
  await sql`create index agents_prefixes on agents using gin (search_prefixes)`.execute(db);
  await sql`
    create table credentials (
      credential_id text primary key,
      agent_id text not null references agents,
      sealed_secret bytea not null,
      key_id text not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index credentials_agent on credentials (agent_id, credential_id)`.execute(db);
  await sql`
    create table memberships (
      user_id text not null references users,
      agent_id text not null references agents,
      granted_scopes text[] not null default '{}',
      consented_scopes text[],
      muted boolean not null default false,
      blocked boolean not null default false,
      primary key (user_id, agent_id)
    )`.execute(db);
  await sql`
    create table access_requests (
      agent_id text not null references agents,
      user_id text not null references users,
      note text,
      state text not null,
      created_at timestamptz not null,
      resolved_at timestamptz,
      primary key (agent_id, user_id)
    )`.execute(db);
}

async function conversations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversations (
      conversation_id text primary key,
      kind text not null,
      creator_user_id text not null references users,
      agent_id text references agents,
      last_seq integer not null default 0,
      last_preview text,
      last_message_at timestamptz,
      last_activity_at timestamptz not null,
      created_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`
    create table conversation_people (
      conversation_id text not null references conversations,
      user_id text not null references users,
      joined_at timestamptz not null,
      read_seq integer not null default 0,
      muted boolean not null default false,
      primary key (conversation_id, user_id)
    )`.execute(db);
  await sql`create index conversation_people_user on conversation_people (user_id)`.execute(db);
  await sql`create index conversations_agent on conversations (agent_id, conversation_id)`.execute(db);
  // No foreign keys on the hot tables below: their writers hold the conversation's row lock, and the checks would
  // double the reads.
  await sql`
    create table messages (
      message_id text primary key,
      conversation_id text not null,
      seq integer not null,
      author_type text not null,
      author_id text,
      body text,
      blocks json not null,
      reply_to_delivery_id text,
      proactive boolean not null default false,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index messages_seq on messages (conversation_id, seq)`.execute(db);
  await sql`
    create index messages_reply on messages (reply_to_delivery_id) where reply_to_delivery_id is not null`.execute(db);
  await sql`
    create table drafts (
      delivery_id text primary key,
      message_id text not null,
      conversation_id text not null,
      agent_id text not null,
      blocks json not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index drafts_conversation on drafts (conversation_id)`.execute(db);
  await sql`create index drafts_age on drafts (updated_at)`.execute(db);
}

async function deliveries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deliveries (
      delivery_id text primary key,
      position bigint generated always as identity,
      agent_id text not null,
      conversation_id text not null,
      message_id text,
      task_id text,
      user_id text not null,
      human_origin boolean not null,
      hop integer not null,
      event text not null,
      body bytea,
      status text not null default 'pending',
      attempt_count integer not null default 0,
      attempts_before integer not null default 0,
      crash_count integer not null default 0,
      last_outcome text,
      next_attempt_at timestamptz,
      held text,
      lease_owner text,
      fence integer not null default 0,
      dispatched_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  const indexes = [
    sql`create index deliveries_due on deliveries (next_attempt_at)
        where lease_owner is null and held is null and next_attempt_at is not null`,
    sql`create index deliveries_held on deliveries (agent_id, position) where held is not null and lease_owner is null`,
    sql`create index deliveries_leased on deliveries (lease_owner) where lease_owner is not null`,
    sql`create index deliveries_open on deliveries (conversation_id, position) where next_attempt_at is not null`,
    sql`create index deliveries_log on deliveries (agent_id, delivery_id)`,
    sql`create index deliveries_message on deliveries (message_id) where message_id is not null`,
    sql`create index deliveries_age on deliveries using brin (created_at)`,
  ];
  for (const index of indexes) await index.execute(db);
  await sql`
    create table delivery_attempts (
      delivery_id text not null,
      attempt integer not null,
      started_at timestamptz not null,
      duration_ms integer not null,
      outcome text not null,
      status_code integer,
      error text,
      response_snippet text,
      primary key (delivery_id, attempt)
    )`.execute(db);
  await sql`
    create table nodes (
      node_id text primary key,
      alive_until timestamptz not null
    )`.execute(db);
  await sql`
    create table relay_streams (
      connection_id text primary key,
      node_id text not null,
      agent_id text not null,
      opened_at timestamptz not null
    )`.execute(db);
  await sql`create index relay_streams_agent on relay_streams (agent_id)`.execute(db);
}

async function doors(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_keys (
      caller text not null,
      method text not null,
      path text not null,
      key text not null,
      body_sha256 bytea not null,
      status integer not null,
      response text not null,
      created_at timestamptz not null,
      primary key (caller, method, path, key)
    )`.execute(db);
  await sql`create index idempotency_keys_age on idempotency_keys using brin (created_at)`.execute(db);
  await sql`
    create table agent_signatures (
      credential_id text not null,
      mac bytea not null,
      route text not null,
      key text,
      expires_at timestamptz not null,
      primary key (credential_id, mac)
    )`.execute(db);
  await sql`create index agent_signatures_expiry on agent_signatures using brin (expires_at)`.execute(db);
}
