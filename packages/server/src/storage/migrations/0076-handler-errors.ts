import { sql, type Kysely } from 'kysely';

/** What an agent said of its own failure to answer a delivery, once a delivery; it goes with the delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table handler_errors (
      delivery_id text primary key references deliveries (delivery_id) on delete cascade,
      at timestamptz not null,
      reason text not null
    )`.execute(db);
}
