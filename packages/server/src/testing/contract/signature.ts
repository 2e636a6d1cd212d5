import { createHmac } from 'node:crypto';

/** Signs a body for a second: HMAC-SHA256 with the secret's bytes over `<unix>.` and the raw body. */
export function sign(secret: string, unix: number | string, body: string | Uint8Array = ''): string {
  const mac = createHmac('sha256', Buffer.from(secret, 'base64url')).update(`${unix}.`).update(body);
  return `t=${unix},v1=${mac.digest('hex')}`;
}

/** Returns whether a signature header of the platform is valid for this secret and body. */
export function verifies(secret: string, header: string, body: string | Uint8Array): boolean {
  const parts = /^t=(\d{10}),v1=([0-9a-f]{64})$/.exec(header);
  return parts !== null && sign(secret, parts[1]!, body) === header;
}
