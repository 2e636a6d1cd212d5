import { sql, type Kysely } from 'kysely';

/** Agents that their owners offer to other people, one offer for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agent_transfers (
      agent_id text primary key references agents,
      from_user_id text not null,
      to_user_id text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index agent_transfers_to on agent_transfers (to_user_id, created_at)`.execute(db);
}
