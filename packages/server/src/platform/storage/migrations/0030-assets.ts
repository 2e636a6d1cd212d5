import { sql, type Kysely } from 'kysely';

/**
 * Uploaded files, and the conversations that name them.
 *
 * A row is inserted before its bytes are written, and is `ready` after that, so that no bytes exist without a row.
 * `named` means that something keeps the asset; an asset that nothing names expires.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table assets (
      asset_id text primary key,
      owner_id text not null,
      mime text not null,
      size_bytes integer not null,
      sha256 bytea not null,
      filename text not null,
      ready boolean not null default false,
      named boolean not null default false,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index assets_unnamed on assets (created_at) where not named`.execute(db);
  await sql`
    create table asset_mentions (
      asset_id text not null,
      conversation_id text not null,
      primary key (asset_id, conversation_id)
    )`.execute(db);
  await sql`create index agents_avatar on agents (avatar_asset_id) where avatar_asset_id is not null`.execute(db);
}
