import { sql, type Kysely } from 'kysely';

/**
 * The error that an agent reported for a delivery that it could not answer, at most one per delivery. It is deleted
 * with the delivery.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table handler_errors (
      delivery_id text primary key references deliveries (delivery_id) on delete cascade,
      at timestamptz not null,
      reason text not null
    )`.execute(db);
}
