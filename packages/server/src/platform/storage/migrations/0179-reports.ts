import { sql, type Kysely } from 'kysely';

/** What people report to administrators. The evidence is what a message said when it was reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reports (
      report_id text primary key,
      reporter text not null references users,
      target_type text not null,
      target_id text not null,
      reason text not null,
      evidence_text text,
      evidence_author text,
      evidence_at timestamptz,
      created_at timestamptz not null,
      state text not null,
      closed_at timestamptz,
      closed_by text references users,
      note text
    )`.execute(db);
  await sql`create index reports_of on reports (reporter, created_at)`.execute(db);
  await sql`create index reports_open on reports ((closed_at is null), report_id)`.execute(db);
  await sql`create index reports_evidence on reports (closed_at) where evidence_text is not null`.execute(db);
}
