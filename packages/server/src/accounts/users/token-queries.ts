import { sql } from 'kysely';
import type { TokenId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { ProofRow } from './proof-row.ts';
import { isDisabled } from './account-queries.ts';
import { noteSeen } from './seen-queries.ts';
import { isThere } from './session-queries.ts';

export interface TokenRow {
  readonly token_id: TokenId;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly for_admin: boolean;
}

export async function insertToken(
  tx: Tx,
  token: TokenRow & { readonly user_id: UserId; readonly token_hash: Buffer },
): Promise<void> {
  await sql`
    insert into access_tokens (token_id, user_id, name, token_hash, created_at, expires_at, for_admin)
    values (${token.token_id}, ${token.user_id}, ${token.name}, ${token.token_hash}, ${token.created_at},
            ${token.expires_at}, ${token.for_admin})`.execute(tx);
}

/** Counts a person's tokens that have not ended, and checks whether the caller's session still exists. */
export async function countTokens(
  tx: Tx,
  userId: UserId,
  session: Buffer,
  now: Date,
): Promise<{ readonly count: number; readonly isSignedIn: boolean }> {
  const { rows } = await sql<{ count: number; signed_in: boolean }>`
    select count(*)::int as count, ${isThere(session)} as signed_in from access_tokens
    where user_id = ${userId} and (expires_at is null or expires_at > ${now})`.execute(tx);
  return { count: rows[0]?.count ?? 0, isSignedIn: rows[0]?.signed_in ?? false };
}

/** Finds tokens that have not ended, with their people. Disabled people have none. */
export async function findTokens(db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<ProofRow[]> {
  const { rows } = await sql<ProofRow>`
    select t.token_hash, t.token_id as proof_id, t.last_used_at as used_at, u.*
    from access_tokens t join users u using (user_id)
    where t.token_hash = any(${tokenHashes}::bytea[]) and (t.expires_at is null or t.expires_at > ${now})
      and not ${isDisabled(sql`t.user_id`)}`.execute(db);
  return rows;
}

/** Records that tokens are in use. Skips those recorded since `before`, by any server, and those that are locked. */
export async function touchTokens(db: Db, tokenHashes: readonly Buffer[], now: Date, before: Date): Promise<void> {
  await sql`
    with used as (
      update access_tokens set last_used_at = ${now}
      where token_id = any(array(
        select token_id from access_tokens
        where token_hash = any(${tokenHashes}::bytea[]) and (last_used_at is null or last_used_at <= ${before})
        for update skip locked))
      returning user_id
    )
    ${noteSeen(now)}`.execute(db);
}

/** Lists a person's tokens that have not ended, newest first. */
export async function listTokens(
  db: Db,
  list: { readonly userId: UserId; readonly now: Date; readonly below: string | null; readonly limit: number },
): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`
    select token_id, name, created_at, last_used_at, expires_at, for_admin from access_tokens
    where user_id = ${list.userId} and (expires_at is null or expires_at > ${list.now})
      ${list.below === null ? sql`` : sql`and token_id < ${list.below}`}
    order by token_id desc limit ${list.limit}`.execute(db);
  return rows;
}

/** Deletes a token of a person. Returns false if they have no such token or it has ended. */
export async function deleteOwnToken(tx: Tx, userId: UserId, tokenId: TokenId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from access_tokens
    where user_id = ${userId} and token_id = ${tokenId} and (expires_at is null or expires_at > ${now})
    returning token_id`.execute(tx);
  return rows.length === 1;
}

/** Locks a token, so that it cannot end before the commit. Returns null if it has ended. */
export async function lockToken(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<{ endsAt: Date | null; name: string } | null> {
  const { rows } = await sql<{ expires_at: Date | null; name: string }>`
    select expires_at, name from access_tokens
    where token_hash = ${tokenHash} and (expires_at is null or expires_at > ${now}) for key share`.execute(tx);
  return rows[0] ? { endsAt: rows[0].expires_at, name: rows[0].name } : null;
}

export async function deleteTokensOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from access_tokens where user_id = ${userId}`.execute(tx);
}

/** Deletes at most `limit` ended tokens, and returns how many. */
export async function deleteEndedTokens(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from access_tokens where token_id = any(array(
      select token_id from access_tokens where expires_at <= ${now} order by expires_at limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Ends a person's tokens that were made for administration. */
export async function deleteAdminTokensOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from access_tokens where user_id = ${userId} and for_admin`.execute(tx);
}

/** Deletes a token of whomever. Returns its person, or null if there is no such token. */
export async function deleteTokenById(tx: Tx, tokenId: TokenId): Promise<UserId | null> {
  const { rows } = await sql<{ user_id: UserId }>`
    delete from access_tokens where token_id = ${tokenId} returning user_id`.execute(tx);
  return rows[0]?.user_id ?? null;
}

/** Returns the ids of all tokens of a person. */
export async function findTokenIds(tx: Tx, userId: UserId): Promise<TokenId[]> {
  const { rows } = await sql<{ token_id: TokenId }>`
    select token_id from access_tokens where user_id = ${userId}`.execute(tx);
  return rows.map((row) => row.token_id);
}
