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

function digest(secret: Uint8Array, unix: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${unix}.`).update(body).digest();
}
