import { sql, type Kysely } from 'kysely';

/**
 * Makes quotas cheap to check: partial indexes of the agents and conversations that are not deleted, and a sum of asset
 * bytes for each owner. A trigger maintains the sums, because servers of the previous release do not know them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index agents_kept on agents (owner_user_id) where status <> 'deleted'`.execute(db);
  await sql`create index conversations_creator on conversations (creator_user_id) where deleted_at is null`.execute(db);
  await sql`create table asset_usage (owner_id text primary key, bytes bigint not null)`.execute(db);
  await sql`
    create function note_asset_usage() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into asset_usage (owner_id, bytes) values (new.owner_id, new.size_bytes)
        on conflict (owner_id) do update set bytes = asset_usage.bytes + excluded.bytes;
      else
        update asset_usage set bytes = bytes - old.size_bytes where owner_id = old.owner_id;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger assets_usage after insert or delete on assets for each row execute function note_asset_usage()`.execute(
    db,
  );
  await sql`insert into asset_usage (owner_id, bytes) select owner_id, sum(size_bytes) from assets group by owner_id`.execute(
    db,
  );
}
