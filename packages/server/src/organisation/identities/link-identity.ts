import { isId, limits, type IdentityId, type UserId } from '@parley/protocol';
import { findAccount } from '../../accounts/users/account-queries.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Work } from '../../platform/signals/work.ts';
import { lockName } from '../../platform/storage/lock-name.ts';
import { tellOf } from '../notices/tell-of.ts';
import { insertIdentity, listIdentities } from './identity-queries.ts';
import { deletePending, findPending, type PendingRow } from './pending-queries.ts';
import { hashToken } from '../../accounts/users/start-session.ts';
import type { Caller } from '../../platform/routing/route.ts';

type LinkApp = Pick<Core, 'commit' | 'clock' | 'config' | 'secrets'>;

/** Links the identity that waits for this session. Repeating it changes nothing. */
export async function confirmIdentity(app: LinkApp, { userId, proof }: Caller, id: string): Promise<void> {
  const identityId = isId('identity', id) ? id : refuse('identity_not_found');
  await app.commit(async (work) => {
    await lockUser(work.tx, userId);
    const held = { identityId, userId, holderHash: proof.hash, now: new Date(app.clock.now()) };
    const pending = await findPending(work.tx, held);
    const linked = await listIdentities(work.tx, userId);
    if (pending === null) {
      if (linked.some((one) => one.identity_id === identityId)) return;
      return refuse('identity_not_found');
    }
    if (linked.length >= limits.identitiesPerPerson) refuse('quota_exceeded');
    if (!(await link(app, work, pending))) refuse('identity_taken');
  });
}

/**
 * Links the identity that waits for this browser, if it is for the person who just signed in and both sides have still
 * verified the same address. Otherwise the sign-in continues without it.
 */
export async function linkAtSignIn(
  app: LinkApp,
  work: Work,
  userId: UserId,
  { identityId, secret }: { readonly identityId: IdentityId; readonly secret: string },
): Promise<void> {
  const { tx } = work;
  const held = { identityId, userId, holderHash: hashToken(secret), now: new Date(app.clock.now()) };
  const pending = await findPending(tx, held);
  if (pending?.email == null) return;
  await lockUser(tx, userId);
  const account = await findAccount(tx, userId);
  const isSame = account.email_verified && account.email === pending.email;
  if (!isSame || account.role === 'admin' || account.disabled_at !== null) return;
  if ((await listIdentities(tx, userId)).length >= limits.identitiesPerPerson) return;
  await link(app, work, pending);
}

async function link(app: LinkApp, work: Work, pending: PendingRow): Promise<boolean> {
  const { tx, audit } = work;
  const { identity_id: identityId, user_id: userId, provider_id: providerId, issuer, subject } = pending;
  await lockName(tx, `identity ${issuer} ${subject}`);
  await deletePending(tx, identityId);
  const linkedAt = new Date(app.clock.now());
  if (!(await insertIdentity(tx, { identityId, userId, providerId, issuer, subject, linkedAt }))) return false;
  await audit('identity.linked', { identityId, providerId }, userId);
  await tellOf(work, app, [userId], { kind: 'identity_linked', by: userId });
  return true;
}
