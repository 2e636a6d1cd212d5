import type { Core } from '../../platform/routing/core.ts';
import { hasActiveAdmin } from '../../accounts/users/account-queries.ts';
import { newLinkToken } from '../links/link-token.ts';
import { lockAdmins } from '../roles/lock-admins.ts';
import { deleteSetupLink, putSetupLink } from './setup-queries.ts';

const setupMs = 7 * 86_400_000;

/**
 * Creates the link that makes a person the first administrator. Of several servers the link of the newest start is
 * valid.
 *
 * @returns its path, `/setup#…`; null if there is an active administrator.
 */
export function openSetupLink({ storage, clock }: Pick<Core, 'storage' | 'clock'>): Promise<string | null> {
  return storage.transaction(async (tx) => {
    await lockAdmins(tx);
    if (await hasActiveAdmin(tx)) {
      await deleteSetupLink(tx);
      return null;
    }
    const { token, hash } = newLinkToken();
    await putSetupLink(tx, hash, new Date(clock.now() + setupMs));
    return `/setup#${token}`;
  });
}
