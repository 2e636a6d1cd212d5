import { sql, type Kysely } from 'kysely';

/**
 * Deliveries whose answer a person has stopped, and the deliveries that approvals were asked for with, which are denied when theirs
 * is stopped. In tables of their own: servers of the release before read whole rows of approvals.
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
