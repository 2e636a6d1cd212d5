import { sql, type Kysely } from 'kysely';

export const alters = ['model_answers'];

/** A person reads what one answer cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index model_answers_delivery on model_answers (delivery_id) where cost is not null`.execute(db);
}
