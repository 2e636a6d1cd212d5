import { createHash } from 'node:crypto';
import { limits } from '@parley/protocol';

/**
 * One Idempotency-Key as one caller used it on one route, with the body that it came with. Its row is written in the transaction of
 * the effect, so a stored answer exists exactly where the effect does; a refusal stores nothing.
 */
export interface IdempotencyKey {
  /**
   * The first 128 bits of the SHA-256 over caller, method, path and key, written as a UUID: what keys are found by. A caller chooses
   * its keys, in no order, so the index of a day's keys is only as small as what it holds of each.
   */
  readonly digest: string;
  /** SHA-256 of the raw request body. */
  readonly bodySha256: Buffer;
}

/** What a key was sent with. */
export interface KeyedRequest {
  /** Who is calling: a user id or an agent id. */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly body: Buffer | undefined;
}

/** An answer in its final bytes, so that a repeat gives the same ones. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  /** Whether this answers a repeat, which `Idempotency-Replayed: true` says. */
  readonly replayed: boolean;
}

export const idempotencyWindowMs = limits.idempotencyHours * 3_600_000;

/** Names what `key` stands for in this request. No part of a request line holds a line break, so two names never read the same. */
export function nameKey({ caller, method, path, body }: KeyedRequest, key: string): IdempotencyKey {
  const name = createHash('sha256').update([caller, method, path, key].join('\n')).digest('hex').slice(0, 32);
  return {
    digest: name.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    bodySha256: createHash('sha256')
      .update(body ?? '')
      .digest(),
  };
}
