import { sql, type Kysely } from 'kysely';

/** Invitations. Only the hash of a link's token is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitations (
      invitation_id text primary key,
      token_hash bytea not null unique,
      email text,
      role text not null,
      created_by text not null references users,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_by text references users,
      revoked_at timestamptz
    )`.execute(db);
}
