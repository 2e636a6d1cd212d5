import { sign } from 'node:crypto';
import type { PushKey } from './push-keys.ts';

/** Signs for a push service, by its origin: the value of the `Authorization` header (RFC 8292). */
export type Vapid = (origin: string) => string;

const validSeconds = 12 * 3600;
/** A token is used again until half of its time has passed. */
const reuseMs = (validSeconds * 1000) / 2;
const tokensMax = 1000;

/** Signs as this installation. `subject` is where whoever runs a push service finds who runs this one. */
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
