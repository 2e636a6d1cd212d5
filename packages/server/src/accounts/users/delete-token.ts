import { isId, type TokenId, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Work } from '../../platform/signals/work.ts';
import { tellStreams } from './end-sessions.ts';
import { deleteOwnToken } from './token-queries.ts';

/**
 * Revokes the agent credentials that one token of a person created, or all of their tokens. `as` is the actor where the
 * request itself proves who acts. Passed in, because agents belong to a folder further right.
 */
export type RevokeIssued = (
  work: Pick<Work, 'tx' | 'signal' | 'audit'>,
  which: { readonly userId: UserId; readonly tokenId?: TokenId; readonly as?: UserId | undefined },
  now: Date,
) => Promise<void>;

/** Deletes a token of a person. Revokes the credentials that it created, unless they are to be kept. */
export async function deleteToken(
  app: Pick<Core, 'commit' | 'clock' | 'hub'>,
  which: { readonly userId: UserId; readonly tokenId: string; readonly keepsCredentials: boolean },
  revokeIssued: RevokeIssued,
): Promise<void> {
  const { userId, tokenId, keepsCredentials } = which;
  const now = new Date(app.clock.now());
  await app.commit(async (work) => {
    const { tx, audit } = work;
    if (!isId('token', tokenId) || !(await deleteOwnToken(tx, userId, tokenId, now))) return refuse('token_not_found');
    if (!keepsCredentials) await revokeIssued(work, { userId, tokenId }, now);
    await audit('token.deleted', { tokenId, ...(keepsCredentials && { keepCredentials: true }) });
  });
  tellStreams(app, userId);
}
