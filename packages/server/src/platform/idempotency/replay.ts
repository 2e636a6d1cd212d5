import type { Refusal } from '@parley/protocol';
import { idempotencyWindowMs } from './idempotency.ts';
import type { IdempotencyKey, StoredAnswer } from '../routing/stored-answer.ts';
import { findKeys, type StoredKeyRow } from './queries.ts';
import type { Tx } from '../storage/storage.ts';

/**
 * Results of earlier uses of the keys of a batch. For each key: null, the stored answer, or a refusal because the body
 * differs.
 */
export interface Replays {
  /** Returns null if the key is used for the first time. */
  of(key: IdempotencyKey): StoredAnswer | Refusal | null;
  /** Stores an answer given within this batch, so that a later request of the batch with the same key gets it too. */
  remember(key: IdempotencyKey, answer: StoredAnswer): void;
}

/**
 * Loads the stored answers of a batch of keys. Call it while the transaction holds the lock that requests with the same
 * key wait for (the conversation's row). Then the second of two concurrent requests finds what the first committed.
 */
export async function loadReplays(tx: Tx, keys: readonly IdempotencyKey[], nowMs: number): Promise<Replays> {
  return replaysOf(await findKeys(tx, keys, new Date(nowMs - idempotencyWindowMs)));
}

/** Knows no stored answers, only those of its batch. */
export function noReplays(): Replays {
  return replaysOf([]);
}

function replaysOf(rows: readonly StoredKeyRow[]): Replays {
  const known = new Map(
    rows.map((row) => [row.digest, { bodySha256: row.body_sha256, status: row.status, body: row.response }]),
  );
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
