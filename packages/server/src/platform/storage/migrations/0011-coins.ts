import { sql, type Kysely } from 'kysely';

/**
 * Coins, in double entry: the entries of one transfer add up to zero, and so do all entries, including those of the
 * issuing account. A charge locks the account row of each person. The issuing account has no row, so transfers never
 * wait for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table coin_accounts (
      user_id text primary key,
      balance bigint not null check (balance >= 0)
    )`.execute(db);
  await sql`
    create table coin_entries (
      entry_id bigint generated always as identity primary key,
      transfer_id text not null,
      user_id text,
      amount bigint not null check (amount <> 0),
      balance_after bigint,
      reason text not null,
      agent_id text,
      approval_id text,
      created_at timestamptz not null,
      check ((user_id is null) = (balance_after is null))
    )`.execute(db);
  await sql`create index coin_entries_account on coin_entries (user_id, entry_id) where user_id is not null`.execute(
    db,
  );
  await sql`create unique index coin_entries_once on coin_entries (transfer_id, amount)`.execute(db);
}
