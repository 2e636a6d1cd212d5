import { sql, type Kysely } from 'kysely';

/**
 * What a person may choose and change in a `decision.request`, and what a person said with any decision. `options` and `editable` are null
 * for other tools. `proposed_arguments` and `proposed_sha256` are set if the person sent arguments of their own. A table of its own,
 * because servers of the previous release read `approvals` whole.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table approval_choices (
      approval_id text primary key references approvals (approval_id) on delete cascade,
      options json,
      editable json,
      option text,
      reason text,
      proposed_arguments json,
      proposed_sha256 bytea
    )`.execute(db);
}
