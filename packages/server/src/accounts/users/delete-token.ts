import { isId, type TokenId, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Signal } from '../../platform/signals/signal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { tellStreams } from './end-sessions.ts';
import { deleteOwnToken } from './token-queries.ts';

/**
 * Revokes the agent credentials that one token of a person created, or all of their tokens. Passed in, because agents
 * belong to a folder further right.
 *
 * @returns the signals to publish.
 */
export type RevokeIssued = (
  tx: Tx,
  which: { readonly userId: UserId; readonly tokenId?: TokenId },
  now: Date,
) => Promise<Signal[]>;

/** Deletes a token of a person. Revokes the credentials that it created, unless they are to be kept. */
export async function deleteToken(
  app: Pick<Core, 'commit' | 'clock' | 'hub'>,
  which: { readonly userId: UserId; readonly tokenId: string; readonly keepsCredentials: boolean },
  revokeIssued: RevokeIssued,
): Promise<void> {
  const { userId, tokenId, keepsCredentials } = which;
  const now = new Date(app.clock.now());
  await app.commit(async ({ tx, signal, audit }) => {
    if (!isId('token', tokenId) || !(await deleteOwnToken(tx, userId, tokenId, now))) return refuse('token_not_found');
    if (!keepsCredentials) signal(await revokeIssued(tx, { userId, tokenId }, now));
    await audit('token.deleted', { tokenId, ...(keepsCredentials && { keepCredentials: true }) });
  });
  tellStreams(app, userId);
}
