import { sql, type Kysely } from 'kysely';

/** What running servers say about themselves, every 15 seconds. `nodes` says which of them run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_reports (
      node_id text primary key,
      version text not null,
      started_at timestamptz not null,
      streams integer not null,
      clock_skew_seconds double precision not null,
      reported_at timestamptz not null
    )`.execute(db);
}
