import { sql, type Kysely } from 'kysely';

/** Each reply to a delivery, and each block of a person, looks up the form answer of the delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index form_answers_delivery on form_answers (delivery_id)`.execute(db);
}
