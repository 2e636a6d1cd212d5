import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A secret as it is stored in a row. */
export interface Sealed {
  /** Id of the key that sealed it. */
  readonly keyId: string;
  readonly bytes: Buffer;
}

/**
 * Encrypts secrets at rest: AES-256-GCM with a nonce per row and the row's id as associated data, so that a secret
 * opens only in its own row. One key seals. Other keys only open, while one key replaces another.
 */
export interface SecretBox {
  /** Id of the key that seals now. Each row stores it. */
  readonly keyId: string;
  seal(rowId: string, secret: Buffer): Buffer;
  /** Decrypts a secret. Throws if it was sealed for another row or with an unknown key, or was modified. */
  open(rowId: string, sealed: Sealed): Buffer;
  /** Decrypts a secret. Returns null where `open` would throw. */
  tryOpen(rowId: string, sealed: Sealed): Buffer | null;
  /** Derives a key for one purpose. Keys of different purposes cannot be linked. */
  derive(purpose: string): Buffer;
  /**
   * Derives the key of a purpose from every known secret key, the sealing one first: for data of another server, or of
   * this one before a rotation.
   */
  deriveAll(purpose: string): readonly Buffer[];
  /** Has a key of its own, because pseudonyms must not change when the sealing key does. */
  readonly pseudonymKey: Buffer;
}

/** Keys that do not seal. */
export interface OtherKeys {
  readonly others?: readonly Buffer[];
  /** Default: the sealing key. */
  readonly pseudonyms?: Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

export function secretBox(key: Buffer, { others = [], pseudonyms = key }: OtherKeys = {}): SecretBox {
  const all = [key, ...others];
  const byId = new Map(all.map((one) => [idOf(one), one]));
  const box: SecretBox = {
    keyId: idOf(key),
    seal(rowId, secret) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(rowId));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(rowId, { keyId, bytes }) {
      const itsKey = byId.get(keyId);
      if (!itsKey) throw new Error('The key that this was sealed with is not at hand.');
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', itsKey, nonce)
        .setAAD(Buffer.from(rowId))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    },
    tryOpen(rowId, sealed) {
      try {
        return box.open(rowId, sealed);
      } catch {
        return null;
      }
    },
    derive: (purpose) => derived(key, purpose),
    deriveAll: (purpose) => all.map((one) => derived(one, purpose)),
    pseudonymKey: derived(pseudonyms, 'form pseudonyms'),
  };
  return box;
}

function idOf(key: Buffer): string {
  return createHash('sha256').update('parley key id').update(key).digest('hex').slice(0, 16);
}

function derived(key: Buffer, purpose: string): Buffer {
  return createHash('sha256').update('parley derive').update(key).update(purpose).digest();
}
