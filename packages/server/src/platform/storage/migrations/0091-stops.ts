import { sql, type Kysely } from 'kysely';

/**
 * Deliveries that a person has stopped, and the delivery from which each approval was requested: the approval is denied
 * when that delivery is stopped. Tables of their own, because servers of the previous release use `select *` on
 * approvals.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stopped_deliveries (
      delivery_id text primary key references deliveries (delivery_id) on delete cascade,
      stopped_at timestamptz not null
    )`.execute(db);
  await sql`
    create table approval_deliveries (
      approval_id text primary key references approvals (approval_id) on delete cascade,
      delivery_id text not null
    )`.execute(db);
  await sql`create index approval_deliveries_delivery on approval_deliveries (delivery_id)`.execute(db);
}
