import { randomBytes } from 'node:crypto';
import { newId, type IdentityId, type UserId } from '@parley/protocol';
import { hashToken } from '../../accounts/users/start-session.ts';
import type { Core } from '../../platform/routing/core.ts';
import type { AnswerCookie, Caller } from '../../platform/routing/route.ts';
import type { Work } from '../../platform/signals/work.ts';
import type { Claims } from '../oidc/claims.ts';
import { findOwner } from './identity-queries.ts';
import { linkCookie } from './link-cookie.ts';
import { insertPending, type PendingRow } from './pending-queries.ts';

/** How long an identity waits to be linked. */
export const pendingMs = 10 * 60_000;

/** Holds an identity for the session that asked to link it, unless any person has it already. */
export function holdForSession(
  { commit, clock }: Pick<Core, 'commit' | 'clock'>,
  { userId, proof }: Caller,
  providerId: string,
  claims: Claims,
): Promise<IdentityId | 'own' | 'taken'> {
  return commit(async ({ tx }) => {
    const owner = await findOwner(tx, claims);
    if (owner !== null) return owner === userId ? 'own' : 'taken';
    const row = pendingOf({ userId, providerId, claims, nowMs: clock.now() }, null);
    await insertPending(tx, { ...row, holder_hash: proof.hash });
    return row.identity_id;
  });
}

/** Holds an identity for the browser in which its person is to sign in to their account. Returns the cookies for it. */
export async function holdForBrowser(
  { config, clock }: Pick<Core, 'config' | 'clock'>,
  { tx }: Pick<Work, 'tx'>,
  userId: UserId,
  providerId: string,
  claims: Claims,
): Promise<AnswerCookie[]> {
  const secret = randomBytes(32).toString('base64url');
  const row = pendingOf({ userId, providerId, claims, nowMs: clock.now() }, claims.email);
  await insertPending(tx, { ...row, holder_hash: hashToken(secret) });
  return linkCookie(config, { identityId: row.identity_id, secret, providerId, lastsMs: pendingMs });
}

function pendingOf(
  { userId, providerId, claims, nowMs }: { userId: UserId; providerId: string; claims: Claims; nowMs: number },
  email: string | null,
): PendingRow {
  return {
    identity_id: newId('identity', nowMs),
    user_id: userId,
    provider_id: providerId,
    issuer: claims.issuer,
    subject: claims.subject,
    account: (claims.email ?? claims.name ?? claims.subject).slice(0, 254),
    email,
    expires_at: new Date(nowMs + pendingMs),
  };
}
