import { hash } from 'node:crypto';
import { limits } from '@parley/protocol';
import type { IdempotencyKey } from '../routing/stored-answer.ts';

/** A request that carries an Idempotency-Key. */
export interface KeyedRequest {
  /** Id of the caller: a user or an agent. */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly body: Buffer | undefined;
}

export const idempotencyWindowMs = limits.idempotencyHours * 3_600_000;

/**
 * Derives the stored key from `key` and the request. No part of a request line holds a line break, so two different
 * requests never give the same text to hash.
 */
export function nameKey({ caller, method, path, body }: KeyedRequest, key: string): IdempotencyKey {
  const name = hash('sha256', [caller, method, path, key].join('\n')).slice(0, 32);
  return {
    digest: name.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    bodySha256: hash('sha256', body ?? '', 'buffer'),
  };
}
