import { randomBytes } from 'node:crypto';
import { hashToken } from '../../accounts/users/start-session.ts';

/**
 * Creates the token of a link: 32 random bytes in base64url. Only its hash is stored. A link has it behind `#`, so that
 * neither servers nor proxies see it when a person opens the link.
 */
export function newLinkToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}
