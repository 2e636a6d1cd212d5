import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** What a link of an account does: set a new password, make an administrator, or verify an address. */
export type LinkKind = 'reset' | 'recovery' | 'email';

interface LinkRow {
  readonly user_id: UserId;
  /** The address that the link verifies; null for other kinds. */
  readonly email: string | null;
}

export async function insertLink(
  db: Db | Tx,
  link: LinkRow & { readonly token_hash: Buffer; readonly kind: LinkKind; readonly expires_at: Date },
): Promise<void> {
  await sql`
    insert into account_links (token_hash, kind, user_id, email, expires_at)
    values (${link.token_hash}, ${link.kind}, ${link.user_id}, ${link.email}, ${link.expires_at})`.execute(db);
}

/** Finds a link that can be used, without using it up. */
export async function findLink(db: Db | Tx, kind: LinkKind, tokenHash: Buffer, now: Date): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    select user_id, email from account_links
    where token_hash = ${tokenHash} and kind = ${kind} and expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Uses a link up. Of two at once, one gets it. */
export async function takeLink(tx: Tx, kind: LinkKind, tokenHash: Buffer, now: Date): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    delete from account_links where token_hash = ${tokenHash} and kind = ${kind} and expires_at > ${now}
    returning user_id, email`.execute(tx);
  return rows[0] ?? null;
}

/** Ends a person's links of these kinds. */
export async function deleteLinksOf(tx: Tx, userId: UserId, kinds: readonly LinkKind[]): Promise<void> {
  await sql`delete from account_links where user_id = ${userId} and kind = any(${kinds}::text[])`.execute(tx);
}

/** Deletes at most `limit` ended links, and returns how many. */
export async function deleteEndedLinks(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from account_links where token_hash = any(array(
      select token_hash from account_links where expires_at <= ${now} order by expires_at limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes all links of a person, and returns the addresses that they would have verified. */
export async function eraseLinksOf(tx: Tx, userId: UserId): Promise<string[]> {
  const { rows } = await sql<{ email: string | null }>`
    delete from account_links where user_id = ${userId} returning email`.execute(tx);
  return rows.flatMap(({ email }) => email ?? []);
}
