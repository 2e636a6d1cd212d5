import type { Refusal } from '@parley/protocol';
import { idempotencyWindowMs } from './idempotency.ts';
import type { IdempotencyKey, StoredAnswer } from '../routing/stored-answer.ts';
import { findKeys } from './queries.ts';
import type { Tx } from '../storage/storage.ts';

/** What earlier uses of keys say about later ones: nothing, the first answer again, or a refusal of another body. */
export interface Replays {
  /** Null where this is the key's first use. */
  of(key: IdempotencyKey): StoredAnswer | Refusal | null;
  /** Remembers an answer given within this batch, so that its twin further on collapses into it. */
  remember(key: IdempotencyKey, answer: StoredAnswer): void;
}

/**
 * Looks up the keys of a batch. Call it when the transaction holds the lock under which twins queue (the conversation's row),
 * so that the second of two simultaneous requests finds what the first has committed.
 */
export async function loadReplays(tx: Tx, keys: readonly IdempotencyKey[], nowMs: number): Promise<Replays> {
  const known = new Map<string, { bodySha256: Buffer; status: number; body: string }>();
  for (const row of await findKeys(tx, keys, new Date(nowMs - idempotencyWindowMs))) {
    known.set(row.digest, { bodySha256: row.body_sha256, status: row.status, body: row.response });
  }
  return {
    of(key) {
      const first = known.get(key.digest);
      if (!first) return null;
      if (!first.bodySha256.equals(key.bodySha256)) return { code: 'idempotency_key_reused' };
      return { status: first.status, body: first.body, replayed: true };
    },
    remember(key, { status, body }) {
      known.set(key.digest, { bodySha256: key.bodySha256, status, body });
    },
  };
}
