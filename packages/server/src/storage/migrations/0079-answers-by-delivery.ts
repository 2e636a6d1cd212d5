import { sql, type Kysely } from 'kysely';

/** Whose answer a delivery carries is asked for by the delivery, with each reply to it and with each block. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index form_answers_delivery on form_answers (delivery_id)`.execute(db);
}
