import { hash, randomBytes } from 'node:crypto';
import { cleanLine, limits, newId, type UserId } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';
import { insertSession } from './session-queries.ts';

/** How long a session lasts from its start, whatever is done in it. */
export const sessionMs = limits.sessionDays * 86_400_000;

export interface StartSession {
  readonly userId: UserId;
  readonly nowMs: number;
  /** What the browser calls itself, as it came. */
  readonly userAgent: string | undefined;
  /** 30 days where not said otherwise. */
  readonly lastsMs?: number;
  /** The hash of the password that was given; left out where it was none that let the person in. */
  readonly passwordHash?: string;
}

/**
 * Starts a session and returns its token, which is kept nowhere: the database holds its hash. Null where the password was changed
 * since it was given.
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

/** One line of a bounded length; null where nothing is left of it. */
function nameOfBrowser(header = ''): string | null {
  const { userAgentCharacters: max } = limits;
  return [...cleanLine(header.slice(0, 8 * max))].slice(0, max).join('').trim() || null;
}
