import { createHash, randomBytes } from 'node:crypto';
import { limits, type UserId } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';
import { insertSession } from './queries.ts';

/** How long a session lasts from its start, whatever is done in it. */
export const sessionMs = limits.sessionDays * 86_400_000;

/** Starts a session, of 30 days where not said otherwise, and returns its token, which is kept nowhere: the database holds its hash. */
export async function startSession(
  db: Db | Tx,
  userId: UserId,
  nowMs: number,
  lastsMs: number = sessionMs,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(nowMs + lastsMs);
  await insertSession(db, { tokenHash: hashToken(token), userId, createdAt: new Date(nowMs), expiresAt });
  return token;
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
