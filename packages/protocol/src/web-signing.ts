import { isTimely, parseSignature } from './signature-form.ts';

/** A secret imported into Web Crypto, for any number of signatures. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const hmac = { name: 'HMAC', hash: 'SHA-256' } as const;

/** Imports the bytes of a credential's secret (base64url-decoded) into Web Crypto, which every JavaScript runtime has. */
export function importSecret(secret: Uint8Array): Promise<SigningKey> {
  return crypto.subtle.importKey('raw', new Uint8Array(secret), hmac, false, ['sign', 'verify']);
}

/** Does the same as `sign`, with Web Crypto. */
export async function signWith(key: SigningKey, unixSeconds: number, body: Uint8Array): Promise<string> {
  const unix = String(Math.floor(unixSeconds));
  const digest = await crypto.subtle.sign(hmac, key, signedBytes(unix, body));
  return `t=${unix},v1=${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Does the same as `verify`, with Web Crypto, which compares in constant time. */
export async function verifyWith(
  key: SigningKey,
  header: string,
  body: Uint8Array,
  nowSeconds: number,
): Promise<boolean> {
  const signature = parseSignature(header);
  const hex = signature?.hex ?? '0'.repeat(64);
  const wanted = Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
  const fits = await crypto.subtle.verify(hmac, key, wanted, signedBytes(signature?.unix ?? '', body));
  return fits && signature !== null && isTimely(signature, nowSeconds);
}

function signedBytes(unix: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = new TextEncoder().encode(`${unix}.`);
  const bytes = new Uint8Array(prefix.length + body.length);
  bytes.set(prefix);
  bytes.set(body, prefix.length);
  return bytes;
}
