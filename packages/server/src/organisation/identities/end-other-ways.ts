import type { UserId } from '@parley/protocol';
import type { Work } from '../../platform/signals/work.ts';
import { deleteIdentitiesOf } from './identity-queries.ts';
import { deleteChallengesOf } from '../passkeys/challenge-queries.ts';
import { deletePasskeysOf } from '../passkeys/passkey-queries.ts';
import { deletePendingOf } from './pending-queries.ts';

/**
 * Ends every way of signing in but the password: identities, passkeys, and those that wait to be added. `as` is the actor
 * where the request itself proves who acts.
 */
export async function endOtherWays(
  { tx, audit }: Pick<Work, 'tx' | 'audit'>,
  userId: UserId,
  as?: UserId,
): Promise<void> {
  for (const { identity_id: identityId, provider_id: providerId } of await deleteIdentitiesOf(tx, userId))
    await audit('identity.unlinked', { identityId, providerId }, as);
  await deletePendingOf(tx, userId);
  for (const passkeyId of await deletePasskeysOf(tx, userId)) await audit('passkey.deleted', { passkeyId }, as);
  await deleteChallengesOf(tx, userId);
}
