import { sql, type Kysely } from 'kysely';

/**
 * The token that created a credential, with its name at that time; a credential created by a session has no row. No
 * foreign key, because the token may be deleted. A table of its own, because servers of the previous release use
 * `select *` on `credentials`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table issued_credentials (
      credential_id text primary key references credentials on delete cascade,
      token_id text not null,
      token_name text not null
    )`.execute(db);
  await sql`create index issued_credentials_token on issued_credentials (token_id)`.execute(db);
}
