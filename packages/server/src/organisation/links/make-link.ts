import type { UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { insertLink, type LinkKind } from './link-queries.ts';
import { newLinkToken } from './link-token.ts';

/** Makes a link of an account and returns its token and its end. Only the token's hash is kept. */
export async function makeLink(
  db: Db | Tx,
  { kind, userId, email = null, nowMs, lastsMs }: NewLink,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const { token, hash } = newLinkToken();
  const expiresAt = new Date(nowMs + lastsMs);
  await insertLink(db, { token_hash: hash, kind, user_id: userId, email, expires_at: expiresAt });
  return { token, expiresAt };
}

interface NewLink {
  readonly kind: LinkKind;
  readonly userId: UserId;
  readonly email?: string | null;
  readonly nowMs: number;
  readonly lastsMs: number;
}
