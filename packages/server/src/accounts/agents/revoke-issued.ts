import type { TokenId, UserId } from '@parley/protocol';
import type { Signal } from '../../platform/signals/signal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { revokeIssuedRows } from './credential-queries.ts';

/** Revokes the credentials that a token of a person created, or all of their tokens. Returns the signals to publish. */
export async function revokeIssued(
  tx: Tx,
  which: { readonly userId: UserId; readonly tokenId?: TokenId },
  now: Date,
): Promise<Signal[]> {
  const agentIds = await revokeIssuedRows(tx, which, now);
  return agentIds.map((agentId) => ({ to: 'servers', type: 'agentChanged', agentId }));
}
