import { sql, type Kysely } from 'kysely';

/**
 * Scopes that agents needed without a grant, and scopes that a person does not want to be asked for: one row per
 * person, agent and scope. `delivery_id` is the delivery of the last attempt. Only an attempt with another delivery
 * asks again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scope_asks (
      user_id text not null,
      agent_id text not null,
      scope text not null,
      conversation_id text,
      delivery_id text,
      tried_at timestamptz,
      put_aside_at timestamptz,
      primary key (user_id, agent_id, scope),
      foreign key (user_id, agent_id) references memberships on delete cascade
    )`.execute(db);
  await sql`create index access_requests_user on access_requests (user_id, created_at, agent_id)`.execute(db);
  await sql`create index access_requests_pending on access_requests (agent_id) where state = 'pending'`.execute(db);
}
