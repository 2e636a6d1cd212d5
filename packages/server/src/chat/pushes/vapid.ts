import { sign } from 'node:crypto';
import type { PushKey } from './push-keys.ts';

/** Returns the `Authorization` header for a push service, given its origin (RFC 8292). */
export type Vapid = (origin: string) => string;

const validSeconds = 12 * 3600;
/** A token is reused for half of its validity. */
const reuseMs = (validSeconds * 1000) / 2;
const tokensMax = 1000;

/** Creates the signer of this installation. `subject` is the contact for operators of push services. */
export function createVapid(
  { publicKey, privateKey }: PushKey,
  { subject, now }: { readonly subject: string; readonly now: () => number },
): Vapid {
  const key = publicKey.toString('base64url');
  const tokens = new Map<string, { readonly text: string; readonly madeAt: number }>();
  return (origin) => {
    const known = tokens.get(origin);
    if (known && now() - known.madeAt < reuseMs && now() >= known.madeAt) return known.text;
    const claims = { aud: origin, exp: Math.floor(now() / 1000) + validSeconds, sub: subject };
    const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const text = `vapid t=${signed}.${signature.toString('base64url')}, k=${key}`;
    if (tokens.size >= tokensMax) tokens.clear();
    tokens.set(origin, { text, madeAt: now() });
    return text;
  };
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
