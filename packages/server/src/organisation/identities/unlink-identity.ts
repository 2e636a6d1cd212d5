import { isId, type UserId } from '@parley/protocol';
import { lockUser } from '../../accounts/users/queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Providers } from '../oidc/providers.ts';
import { deleteIdentity, listIdentities } from './identity-queries.ts';
import { hasOtherWay } from './ways-of-signing-in.ts';

/** Removes an identity of a person. Refuses with `last_sign_in_method` if nothing else would sign them in. */
export async function unlinkIdentity(
  app: Pick<Core, 'commit' | 'config'>,
  providers: Providers,
  userId: UserId,
  id: string,
): Promise<void> {
  await app.commit(async ({ tx, audit }) => {
    await lockUser(tx, userId);
    const one = isId('identity', id)
      ? (await listIdentities(tx, userId)).find((row) => row.identity_id === id)
      : undefined;
    if (one === undefined) return refuse('identity_not_found');
    if (!(await hasOtherWay(app, tx, providers, userId, one.identity_id))) refuse('last_sign_in_method');
    await deleteIdentity(tx, one.identity_id);
    await audit('identity.unlinked', { identityId: one.identity_id, providerId: one.provider_id });
  });
}
