import { hash, randomBytes } from 'node:crypto';
import { cleanLine, limits, newId, type UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { insertSession } from './session-queries.ts';

/** Duration of a session from its start. Use does not extend it. */
export const sessionMs = limits.sessionDays * 86_400_000;

export interface StartSession {
  readonly userId: UserId;
  readonly nowMs: number;
  /** The User-Agent header, unchanged. */
  readonly userAgent: string | undefined;
  /** Default: 30 days. */
  readonly lastsMs?: number;
  /** Hash of the password that the person gave; left out if they signed in by other means. */
  readonly passwordHash?: string;
}

/**
 * Starts a session and returns its token. The token is not stored: the database has its hash. Returns null if the
 * password has changed since it was given.
 */
export async function startSession(db: Db | Tx, start: StartSession): Promise<string | null> {
  const { userId, nowMs, lastsMs = sessionMs, passwordHash = null } = start;
  const token = randomBytes(32).toString('base64url');
  const isStarted = await insertSession(db, {
    sessionId: newId('session', nowMs),
    tokenHash: hashToken(token),
    userId,
    userAgent: nameOfBrowser(start.userAgent),
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + lastsMs),
    passwordHash,
  });
  return isStarted ? token : null;
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Cleans a User-Agent to one line of limited length. Returns null if nothing is left. */
function nameOfBrowser(header = ''): string | null {
  const { userAgentCharacters: max } = limits;
  return [...cleanLine(header.slice(0, 8 * max))].slice(0, max).join('').trim() || null;
}
