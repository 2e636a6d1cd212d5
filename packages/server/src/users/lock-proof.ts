import type { Tx } from '../storage/storage.ts';
import type { Proof } from '../routing/proof.ts';
import { lockSession } from './session-queries.ts';
import { lockToken } from './token-queries.ts';

/** Keeps a session or a token from ending before the commit; null where it has ended. `endsAt` is null for one that lasts. */
export function lockProof(tx: Tx, { kind, hash }: Proof, now: Date): Promise<{ endsAt: Date | null } | null> {
  return kind === 'session' ? lockSession(tx, hash, now) : lockToken(tx, hash, now);
}
