import { sql, type Kysely } from 'kysely';

/** Accounts at providers by which people sign in, those that wait to be linked, and states of sign-ins that were used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identities (
      identity_id text primary key,
      user_id text not null references users,
      provider_id text not null,
      issuer text not null,
      subject text not null,
      linked_at timestamptz not null,
      unique (issuer, subject)
    )`.execute(db);
  await sql`create index identities_of on identities (user_id)`.execute(db);
  await sql`
    create table pending_identities (
      identity_id text primary key,
      holder_hash bytea not null,
      user_id text not null references users,
      provider_id text not null,
      issuer text not null,
      subject text not null,
      account text not null,
      email text,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index pending_identities_end on pending_identities (expires_at)`.execute(db);
  await sql`create index pending_identities_of on pending_identities (user_id)`.execute(db);
  await sql`
    create table oidc_used_states (
      state_hash bytea primary key,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index oidc_used_states_end on oidc_used_states (expires_at)`.execute(db);
}
