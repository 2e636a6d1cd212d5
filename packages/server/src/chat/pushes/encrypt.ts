import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys that a browser generated for one subscription. */
export interface BrowserKeys {
  /** An uncompressed point of P-256, 65 bytes. */
  readonly p256dh: Buffer;
  /** 16 bytes. */
  readonly auth: Buffer;
}

const curve = 'prime256v1';
const recordSize = 4096;
/** Total bytes of text and padding in every push, so that its length reveals nothing. */
const paddedBytes = 192;

/** Encrypts a push for one browser (RFC 8291), in one padded record of `aes128gcm` (RFC 8188). */
export function encryptPush(text: Buffer, { p256dh, auth }: BrowserKeys): Buffer {
  const pair = createECDH(curve);
  const own = pair.generateKeys();
  const salt = randomBytes(16);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, own]);
  const input = derived(pair.computeSecret(p256dh), auth, info, 32);
  const key = derived(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const padding = Buffer.alloc(Math.max(0, paddedBytes - text.length));
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = [cipher.update(Buffer.concat([text, Buffer.of(2), padding])), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([salt, size, Buffer.of(own.length), own, ...sealed]);
}

/** Returns whether these bytes are an uncompressed point of the curve. */
export function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, curve);
    return true;
  } catch {
    return false;
  }
}

function derived(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
