import type { AccessToken, BlockedPerson, Person, Session, User } from '@parley/protocol';
import type { Account } from './account.ts';
import type { BlockedRow } from './block-queries.ts';
import type { Proof } from '../../platform/routing/proof.ts';
import type { UserRow } from './queries.ts';
import type { SessionRow } from './session-queries.ts';
import type { TokenRow } from './token-queries.ts';

/** Presents a person to themselves. */
export function presentUser(row: Omit<UserRow, 'password_hash'>, account: Account): User {
  return {
    userId: row.user_id,
    handle: row.handle,
    displayName: row.display_name,
    locale: row.locale,
    timezone: row.timezone,
    createdAt: row.created_at.toISOString(),
    role: account.role,
    email: account.email,
    emailVerified: account.email_verified,
  };
}

export function presentPerson(row: Pick<UserRow, 'user_id' | 'handle' | 'display_name'>): Person {
  return { userId: row.user_id, handle: row.handle, displayName: row.display_name };
}

/** Presents a session to its person. The caller's session is in use now, which may not be recorded yet. */
export function presentSession(row: SessionRow, asking: Proof, now: Date): Session {
  const current = row.session_id === asking.id;
  return {
    sessionId: row.session_id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: (current ? now : row.last_used_at).toISOString(),
    userAgent: row.user_agent,
    current,
  };
}

export function presentToken(row: TokenRow): AccessToken {
  return {
    tokenId: row.token_id,
    name: row.name,
    admin: row.for_admin,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

export function presentBlocked(row: BlockedRow): BlockedPerson {
  return { ...presentPerson(row), blockedAt: row.blocked_at.toISOString() };
}
