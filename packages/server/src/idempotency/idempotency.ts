import { limits } from '@parley/protocol';

/**
 * One Idempotency-Key as one caller used it on one route. Its row is written in the transaction of the effect, so a stored
 * answer exists exactly where the effect does; a refusal stores nothing.
 */
export interface IdempotencyKey {
  /** Who is calling: a user id or an agent id. */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  /** The header's value; for a signed call without one, its signature stands in. */
  readonly key: string;
  /** SHA-256 of the raw request body. */
  readonly bodySha256: Buffer;
}

/** An answer in its final bytes, so that a repeat gives the same ones. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  /** Whether this answers a repeat, which `Idempotency-Replayed: true` says. */
  readonly replayed: boolean;
}

export const idempotencyWindowMs = limits.idempotencyHours * 3_600_000;

/** Names a key within one process. */
export function keyName({ caller, method, path, key }: IdempotencyKey): string {
  return JSON.stringify([caller, method, path, key]);
}
