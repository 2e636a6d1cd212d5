/**
 * One use of an Idempotency-Key: a caller, a route, the key and the body. Its row is written in the transaction of the
 * effect, so a stored answer exists exactly if the effect does. A refusal stores nothing.
 */
export interface IdempotencyKey {
  /**
   * The first 128 bits of the SHA-256 over caller, method, path and key, as a UUID: the lookup key. It is short because
   * the index holds every key of a day in random order.
   */
  readonly digest: string;
  /** SHA-256 of the raw request body. */
  readonly bodySha256: Buffer;
}

/** An answer in its final bytes, so that a repeat gets the same bytes. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  /** Whether this answers a repeat; then `Idempotency-Replayed: true` is sent. */
  readonly replayed: boolean;
}
