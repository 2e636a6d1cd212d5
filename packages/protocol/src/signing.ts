import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AgentId, CredentialId } from './ids.ts';
import { isId } from './ids.ts';
import { limits } from './limits.ts';

/** The header that carries the signature of a request from an agent. */
export const agentSignatureHeader = 'x-agent-signature';
/** The header that carries the signature of a delivery from the platform. */
export const platformSignatureHeader = 'x-platform-signature';

/** A parsed signature header: `t=<unix>,v1=<hex>`. `unix` is exactly ten digits and is signed as written. */
export interface Signature {
  readonly unix: string;
  readonly hex: string;
}

export interface Authorization {
  readonly agentId: AgentId;
  readonly credentialId: CredentialId;
}

/**
 * Signs raw body bytes: HMAC-SHA256 with the secret's bytes over `<unix>.` followed by the body, as `t=<unix>,v1=<hex>`.
 * A request without a body signs an empty one.
 *
 * @param secret The bytes of the credential's secret (base64url-decoded).
 * @param unixSeconds The time of signing in whole seconds.
 *
 * @example sign(Buffer.from(secret, 'base64url'), 1767225600, rawBody)
 */
export function sign(secret: Uint8Array, unixSeconds: number, body: Uint8Array): string {
  const unix = String(Math.floor(unixSeconds));
  return `t=${unix},v1=${digest(secret, unix, body).toString('hex')}`;
}

/** A check of a signature over a body that comes in pieces. */
export interface SignatureCheck {
  /** Takes the next piece of the body. */
  readonly update: (piece: Uint8Array) => void;
  /** Whether the signature fits all of it. To be asked once, after the last piece. */
  readonly fits: () => boolean;
}

/** Starts to check a signature header over a body that is too large to hold; the rules are those of `verify`. */
export function startVerifying(secret: Uint8Array, header: string, nowSeconds: number): SignatureCheck {
  const signature = parseSignature(header);
  const mac = createHmac('sha256', secret).update(`${signature?.unix ?? ''}.`);
  return {
    update: (piece) => void mac.update(piece),
    fits() {
      const wanted = Buffer.from(signature?.hex ?? '0'.repeat(64), 'hex');
      const matches = timingSafeEqual(mac.digest(), wanted);
      return matches && signature !== null && isTimely(signature, nowSeconds);
    },
  };
}

/**
 * Whether a signature header was made with this secret over these bytes, not more than 300 seconds from `nowSeconds`.
 * A header that is not of the form, and a signature that is wrong wherever, take as long as a right one.
 */
export function verify(secret: Uint8Array, header: string, body: Uint8Array, nowSeconds: number): boolean {
  const check = startVerifying(secret, header, nowSeconds);
  check.update(body);
  return check.fits();
}

/** Reads a signature header; null where it is not exactly of the form. */
export function parseSignature(header: string): Signature | null {
  const match = /^t=([0-9]{10}),v1=([0-9a-f]{64})$/.exec(header);
  return match ? { unix: match[1] as string, hex: match[2] as string } : null;
}

/** Whether the signature's time is within the tolerance, both ways, in whole seconds as it is written. */
export function isTimely(signature: Signature, nowSeconds: number): boolean {
  return Math.abs(Number(signature.unix) - Math.floor(nowSeconds)) <= limits.signatureToleranceSeconds;
}

/** Reads `HMAC <agent_id>/<credential_id>`, matched exactly; null otherwise. */
export function parseAuthorization(header: string): Authorization | null {
  const match = /^HMAC ([^/ ]+)\/([^/ ]+)$/.exec(header);
  if (!match || !isId('agent', match[1]) || !isId('credential', match[2])) return null;
  return { agentId: match[1], credentialId: match[2] };
}

/** Writes the `Authorization` value that names a credential. */
export function writeAuthorization(agentId: AgentId, credentialId: CredentialId): string {
  return `HMAC ${agentId}/${credentialId}`;
}

function digest(secret: Uint8Array, unix: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${unix}.`).update(body).digest();
}
