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

/** An answer in its final bytes, so that a repeat gives the same ones. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  /** Whether this answers a repeat, which `Idempotency-Replayed: true` says. */
  readonly replayed: boolean;
}
