import type { App } from '../app.ts';
import type { Caller } from '../route.ts';
import { createBatcher } from '../storage/batcher.ts';
import { findSessions } from './queries.ts';
import { hashToken } from './start-session.ts';

export interface SessionReader {
  /** Who is signed in with this token, or null. */
  read(token: string): Promise<Caller | null>;
}

/** Reads sessions. Requests that arrive together share one statement. */
export function createSessionReader({
  storage,
  clock,
  metrics,
}: Pick<App, 'storage' | 'clock' | 'metrics'>): SessionReader {
  const batcher = createBatcher<Buffer, Caller | null>({
    maxBatch: 500,
    maxQueued: 20_000,
    onRun: (size) => metrics.batchRan('session', size),
    run: async (tokenHashes) => {
      const rows = await findSessions(storage.db, tokenHashes, new Date(clock.now()));
      const callers = new Map(
        rows.map((row) => [
          row.token_hash.toString('base64'),
          {
            userId: row.user_id,
            handle: row.handle,
            displayName: row.display_name,
            locale: row.locale,
            timezone: row.timezone,
            createdAt: row.created_at,
            sessionHash: row.token_hash,
          },
        ]),
      );
      return tokenHashes.map((hash) => callers.get(hash.toString('base64')) ?? null);
    },
  });
  return { read: (token) => batcher.add(hashToken(token)) };
}
