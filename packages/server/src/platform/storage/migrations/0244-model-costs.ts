import { sql, type Kysely } from 'kysely';

export const alters = ['model_answers'];

/** A person reads what answers cost them in a month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index model_answers_costs on model_answers (user_id, at) where cost is not null`.execute(db);
}
