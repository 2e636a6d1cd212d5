import { newId, type UserId } from '@parley/protocol';
import { findAccount, findByIdentifier } from '../../accounts/users/account-queries.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import { startSession } from '../../accounts/users/start-session.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { lockName } from '../../platform/storage/lock-name.ts';
import { findOwner, insertIdentity } from '../identities/identity-queries.ts';
import { holdForBrowser } from '../identities/hold-identity.ts';
import { lockAdmins } from '../roles/lock-admins.ts';
import { applyGroups } from './apply-groups.ts';
import type { Claims } from './claims.ts';
import { stop, type Finish, type FinishApp } from './finish.ts';
import { firstVisitCookie } from './first-visit-cookie.ts';
import type { Provider } from './provider.ts';
import { signUpByClaims, type Coming } from './sign-up-by-claims.ts';
import { waitsForProvider } from './waits-for-provider.ts';

/**
 * Signs in the person whom a provider names: the one with this identity, or a new one where that is allowed. If an
 * existing person has verified the same address, they are asked to sign in to their account first, unless this provider
 * is the only way into it.
 */
export function signInByClaims(app: FinishApp, provider: Provider, claims: Claims, coming: Coming): Promise<Finish> {
  const { id: providerId } = provider.entry;
  const nowMs = app.clock.now();
  return app.commit(async (work) => {
    const { tx, audit } = work;
    // The order of locks is that of all changes of people. Two first sign-ins of one person make one account.
    await lockAdmins(tx);
    await lockName(tx, `identity ${claims.issuer} ${claims.subject}`);
    const known = await findOwner(tx, claims);
    const sameAddress = known === null ? await findSameAddress(work, claims) : null;
    const isWaiting = sameAddress !== null && (await waitsForProvider(app, tx, provider, sameAddress, claims));
    if (sameAddress !== null && !isWaiting) {
      const cookie = await holdForBrowser(app, work, sameAddress, providerId, claims);
      return { location: '/sign-in', cookies: cookie };
    }
    // A provisioned person comes here for the first time too.
    const isNew = known === null;
    const userId = known ?? sameAddress ?? (await signUpByClaims(app, work, provider, claims, coming));
    await lockUser(tx, userId);
    if ((await findAccount(tx, userId)).disabled_at !== null) return stop('account_disabled');
    if (isNew) {
      const identityId = newId('identity', nowMs);
      await insertIdentity(tx, { ...claims, identityId, userId, providerId, linkedAt: new Date(nowMs) });
      await audit('identity.linked', { identityId, providerId }, userId);
    }
    await applyGroups(app, work, provider, userId, claims.groups ?? []);
    const sessionToken =
      (await startSession(tx, { userId, nowMs, userAgent: coming.headers['user-agent'] })) ?? stop('state_invalid');
    await audit('session.opened', { providerId }, userId);
    return { location: coming.flow.returnTo, sessionToken, ...(isNew && { cookies: [firstVisitCookie] }) };
  });
}

/** Finds the person who has verified the address that the provider verified too. Stops where they may not be linked so. */
async function findSameAddress({ tx }: TranscriptWork, { email, isEmailVerified }: Claims): Promise<UserId | null> {
  if (email === null || !isEmailVerified) return null;
  const person = await findByIdentifier(tx, email);
  if (person === null) return null;
  if (person.disabled_at !== null) return stop('account_disabled');
  if (person.role === 'admin' || person.is_demo) return stop('email_taken');
  return person.user_id;
}
