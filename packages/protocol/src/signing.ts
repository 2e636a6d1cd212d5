import { createHmac, timingSafeEqual } from 'node:crypto';
import { isTimely, parseSignature } from './signature-form.ts';

export {
  agentSignatureHeader,
  platformSignatureHeader,
  parseSignature,
  isTimely,
  parseAuthorization,
  writeAuthorization,
  type Signature,
  type Authorization,
} from './signature-form.ts';

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

/**
 * Signs a webhook in the format of Standard Webhooks: HMAC-SHA256 with the secret's bytes over `<id>.<unix>.` followed by the
 * body, as `v1,<padded base64>`.
 *
 * @param message The id of the delivery, the time of signing as its ten digits, and the raw body.
 */
export function signWebhook(
  secret: Uint8Array,
  { id, unix, body }: { readonly id: string; readonly unix: string; readonly body: Uint8Array },
): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${unix}.`).update(body).digest('base64')}`;
}

/** An incremental check of a signature over a body in pieces. */
export interface SignatureCheck {
  /** Adds the next piece of the body. */
  readonly update: (piece: Uint8Array) => void;
  /** Returns whether the signature matches the whole body. Call it once, after the last piece. */
  readonly fits: () => boolean;
}

/** Starts the check of a signature over a body that is too large for memory; the rules are those of `verify`. */
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
 * Returns whether a signature header was made with this secret over these bytes, at most 300 seconds from `nowSeconds`. The
 * check takes the same time for a malformed header, a wrong signature and a right one.
 */
export function verify(secret: Uint8Array, header: string, body: Uint8Array, nowSeconds: number): boolean {
  const check = startVerifying(secret, header, nowSeconds);
  check.update(body);
  return check.fits();
}

function digest(secret: Uint8Array, unix: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${unix}.`).update(body).digest();
}
