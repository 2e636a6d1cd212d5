import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Keeps secrets at rest: AES-256-GCM with a nonce for each row and the row's own id as associated data, so that a sealed secret
 * opens only in the row that it was sealed for.
 */
export interface SecretBox {
  /** Names the key that seals now; it stands in each row. */
  readonly keyId: string;
  seal(rowId: string, secret: Buffer): Buffer;
  open(rowId: string, sealed: Buffer): Buffer;
  /** A keyed hash for purposes that must not be linkable to each other. */
  derive(purpose: string): Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

export function secretBox(key: Buffer): SecretBox {
  return {
    keyId: createHash('sha256').update('parley key id').update(key).digest('hex').slice(0, 16),
    seal(rowId, secret) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(rowId));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(rowId, sealed) {
      const nonce = sealed.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
        .setAAD(Buffer.from(rowId))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
    },
    derive: (purpose) => createHash('sha256').update('parley derive').update(key).update(purpose).digest(),
  };
}
