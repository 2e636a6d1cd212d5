import { sql, type RawBuilder } from 'kysely';
import { limits, type SessionId, type UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { isAdminByGroup, isDisabled } from './account-queries.ts';
import { noteSeen } from './seen-queries.ts';
import type { ProofRow } from './proof-row.ts';

export interface SessionRow {
  readonly session_id: SessionId;
  readonly token_hash: Buffer;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly user_agent: string | null;
}

export interface NewSession {
  readonly sessionId: SessionId;
  readonly tokenHash: Buffer;
  readonly userId: UserId;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Hash of the password that the person gave; null if they signed in by other means. */
  readonly passwordHash: string | null;
}

/** A role that a provider's groups gave is checked at each sign-in, so a session with it is short. */
const groupRoleMs = limits.groupRoleHours * 3_600_000;
const endOfGroupRole = (from: Date): Date => new Date(from.getTime() + groupRoleMs);

/**
 * Inserts a session; one of a person whose role comes from groups lasts at most 12 hours. Returns false if the password
 * has changed since it was given. The row lock makes it wait for a concurrent change. Its person was there in this hour.
 */
export async function insertSession(db: Db | Tx, session: NewSession): Promise<boolean> {
  const { rows } = await sql`
    with used as (
      insert into sessions (token_hash, session_id, user_id, user_agent, created_at, last_used_at, expires_at)
      select ${session.tokenHash}, ${session.sessionId}, u.user_id, ${session.userAgent}, ${session.createdAt}::timestamptz,
             ${session.createdAt}::timestamptz,
             least(${session.expiresAt}::timestamptz, case when ${isAdminByGroup(sql`u.user_id`)}
                   then ${endOfGroupRole(session.createdAt)}::timestamptz end)
      from users u
      where u.user_id = ${session.userId}
        and u.password_hash = coalesce(${session.passwordHash}, u.password_hash)
      for share of u
      returning user_id
    ), seen as (${noteSeen(session.createdAt)})
    select user_id from used`.execute(db);
  return rows.length === 1;
}

/** Older sessions have no stored id, so theirs is derived from the hash. */
const sessionId = sql`coalesce(session_id, 'ses_' || upper(substr(encode(sha256(token_hash), 'hex'), 1, 26)))`;

/** Finds sessions that have not ended, with their people. Disabled people have none. */
export async function findSessions(db: Db, tokenHashes: readonly Buffer[], now: Date): Promise<ProofRow[]> {
  const { rows } = await sql<ProofRow>`
    select s.token_hash, ${sessionId} as proof_id, coalesce(s.last_used_at, s.created_at) as used_at, u.*
    from sessions s join users u using (user_id)
    where s.token_hash = any(${tokenHashes}::bytea[]) and s.expires_at > ${now}
      and not ${isDisabled(sql`s.user_id`)}`.execute(db);
  return rows;
}

/** Records that sessions are in use. Skips those recorded since `before`, by any server, and those that are locked. */
export async function touchSessions(db: Db, tokenHashes: readonly Buffer[], now: Date, before: Date): Promise<void> {
  await sql`
    with used as (
      update sessions set last_used_at = ${now}
      where token_hash = any(array(
        select token_hash from sessions
        where token_hash = any(${tokenHashes}::bytea[]) and coalesce(last_used_at, created_at) <= ${before}
        for update skip locked))
      returning user_id
    )
    ${noteSeen(now)}`.execute(db);
}

/** Lists a person's sessions that have not ended, newest first. */
export async function listSessions(
  db: Db,
  list: {
    readonly userId: UserId;
    readonly now: Date;
    readonly below: readonly [at: string, id: string] | null;
    readonly limit: number;
  },
): Promise<SessionRow[]> {
  const [at, id] = list.below ?? [];
  const below = sql`and (created_at, ${sessionId}) < (${at}::timestamptz, ${id})`;
  const { rows } = await sql<SessionRow>`
    select ${sessionId} as session_id, token_hash, created_at, coalesce(last_used_at, created_at) as last_used_at, user_agent
    from sessions
    where user_id = ${list.userId} and expires_at > ${list.now} ${list.below === null ? sql`` : below}
    order by created_at desc, ${sessionId} desc limit ${list.limit}`.execute(db);
  return rows;
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await sql`delete from sessions where token_hash = ${tokenHash}`.execute(tx);
}

/** Ends a session of a person by its id. Returns false if they have no such session or it has ended. */
export async function deleteOwnSession(tx: Tx, userId: UserId, id: SessionId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from sessions where user_id = ${userId} and ${sessionId} = ${id} and expires_at > ${now}
    returning session_id`.execute(tx);
  return rows.length > 0;
}

/** Ends a person's sessions except one. */
export async function deleteOtherSessions(db: Db | Tx, userId: UserId, kept: Buffer): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and token_hash <> ${kept}`.execute(db);
}

/** Shortens a person's sessions to those of a role from groups. */
export async function shortenSessionsOf(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await sql`
    update sessions set expires_at = least(expires_at, ${endOfGroupRole(now)}::timestamptz)
    where user_id = ${userId}`.execute(tx);
}

/** Ends all sessions of a person. */
export async function deleteSessionsOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from sessions where user_id = ${userId}`.execute(tx);
}

/** Deletes at most `limit` ended sessions, and returns how many. */
export async function deleteEndedSessions(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where token_hash = any(array(
      select token_hash from sessions where expires_at <= ${now} order by expires_at limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Locks a session, so that it cannot end before the commit. Returns null if it has ended. */
export async function lockSession(tx: Tx, tokenHash: Buffer, now: Date): Promise<{ endsAt: Date } | null> {
  const { rows } = await sql<{ expires_at: Date }>`
    select expires_at from sessions where token_hash = ${tokenHash} and expires_at > ${now} for key share`.execute(tx);
  return rows[0] ? { endsAt: rows[0].expires_at } : null;
}

/** Returns a condition: this session still exists. */
export function isThere(tokenHash: Buffer): RawBuilder<boolean> {
  return sql`exists (select from sessions h where h.token_hash = ${tokenHash})`;
}

/** Returns whether a session began at or after a time. */
export async function isSessionSince(db: Db, tokenHash: Buffer, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from sessions where token_hash = ${tokenHash} and created_at >= ${since}`.execute(db);
  return rows.length === 1;
}

/** Ends all sessions of everybody, with their push subscriptions. */
export async function deleteAllSessions(db: Db): Promise<void> {
  await sql`delete from sessions`.execute(db);
}
