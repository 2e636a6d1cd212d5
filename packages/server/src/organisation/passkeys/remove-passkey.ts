import { isId, type UserId } from '@parley/protocol';
import { lockUser } from '../../accounts/users/queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { hasOtherWay } from '../identities/ways-of-signing-in.ts';
import type { Providers } from '../oidc/providers.ts';
import { deletePasskey, listPasskeys } from './passkey-queries.ts';

/** Deletes a passkey of a person. Refuses with `last_sign_in_method` if nothing else would sign them in. */
export async function removePasskey(
  app: Pick<Core, 'commit' | 'config'>,
  providers: Providers,
  userId: UserId,
  id: string,
): Promise<void> {
  await app.commit(async ({ tx, audit }) => {
    await lockUser(tx, userId);
    const one = isId('passkey', id) ? (await listPasskeys(tx, userId)).find((row) => row.passkey_id === id) : undefined;
    if (one === undefined) return refuse('passkey_not_found');
    if (!(await hasOtherWay(app, tx, providers, userId, one.passkey_id))) refuse('last_sign_in_method');
    await deletePasskey(tx, one.passkey_id);
    await audit('passkey.deleted', { passkeyId: one.passkey_id });
  });
}
