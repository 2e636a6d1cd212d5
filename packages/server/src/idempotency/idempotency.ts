import { hash } from 'node:crypto';
import { limits } from '@parley/protocol';
import type { IdempotencyKey } from '../routing/stored-answer.ts';

/** What a key was sent with. */
export interface KeyedRequest {
  /** Who is calling: a user id or an agent id. */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly body: Buffer | undefined;
}

export const idempotencyWindowMs = limits.idempotencyHours * 3_600_000;

/** Names what `key` stands for in this request. No part of a request line holds a line break, so two names never read the same. */
export function nameKey({ caller, method, path, body }: KeyedRequest, key: string): IdempotencyKey {
  const name = hash('sha256', [caller, method, path, key].join('\n')).slice(0, 32);
  return {
    digest: name.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    bodySha256: hash('sha256', body ?? '', 'buffer'),
  };
}
