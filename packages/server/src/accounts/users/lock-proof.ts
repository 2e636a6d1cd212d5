import type { Tx } from '../../platform/storage/storage.ts';
import type { Proof } from '../../platform/routing/proof.ts';
import { lockSession } from './session-queries.ts';
import { lockToken } from './token-queries.ts';

/**
 * Locks a session or token, so that it cannot end before the commit. Returns null if it has ended. `endsAt` is null for
 * one without an end.
 */
export function lockProof(tx: Tx, { kind, hash }: Proof, now: Date): Promise<{ endsAt: Date | null } | null> {
  return kind === 'session' ? lockSession(tx, hash, now) : lockToken(tx, hash, now);
}
