import { randomBytes } from 'node:crypto';
import { limits, newId, type CreatedToken, type CreateTokenBody, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { findAccount } from './account-queries.ts';
import { presentToken } from './present.ts';
import type { Proof } from '../../platform/routing/proof.ts';
import { lockUser } from './queries.ts';
import { hashToken } from './start-session.ts';
import { countTokens, insertToken } from './token-queries.ts';

const dayMs = 86_400_000;

/**
 * Creates a token by which a program acts for a person. Only the answer contains it: the database stores its hash.
 * Checks the session again under the person's lock, so that no token survives a change of the password, and the role,
 * so that no token for administration survives its end.
 */
export async function createToken(
  { commit, clock }: Pick<Core, 'commit' | 'clock'>,
  { userId, proof }: { readonly userId: UserId; readonly proof: Proof },
  { name, expiresInDays, admin = false }: CreateTokenBody,
): Promise<CreatedToken> {
  const now = clock.now();
  const token = `pat_${randomBytes(32).toString('base64url')}`;
  const row = {
    token_id: newId('token', now),
    name,
    created_at: new Date(now),
    last_used_at: null,
    expires_at: expiresInDays === undefined ? null : new Date(now + expiresInDays * dayMs),
    for_admin: admin,
  };
  await commit(async ({ tx, audit }) => {
    const [, { count, isSignedIn }] = await Promise.all([
      lockUser(tx, userId),
      countTokens(tx, userId, proof.hash, row.created_at),
    ]);
    if (!isSignedIn) refuse('unauthenticated');
    if (admin && (await findAccount(tx, userId)).role !== 'admin') refuse('admin_required');
    if (count >= limits.tokensPerPerson) refuse('too_many_tokens');
    await insertToken(tx, { ...row, user_id: userId, token_hash: hashToken(token) });
    await audit('token.created', { tokenId: row.token_id, ...(admin && { forAdmin: true }) });
  });
  return { item: presentToken(row), token };
}
