import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A secret as its row keeps it. */
export interface Sealed {
  /** Names the key that it was sealed with. */
  readonly keyId: string;
  readonly bytes: Buffer;
}

/**
 * Keeps secrets at rest: AES-256-GCM with a nonce for each row and the row's own id as associated data, so that a sealed secret
 * opens only in the row that it was sealed for. One key seals; others still open what they sealed, while the one replaces another.
 */
export interface SecretBox {
  /** Names the key that seals now; it stands in each row. */
  readonly keyId: string;
  seal(rowId: string, secret: Buffer): Buffer;
  /** Throws where the secret was sealed for another row or with a key that is not at hand, or was changed. */
  open(rowId: string, sealed: Sealed): Buffer;
  /** The same, but null where `open` would throw. */
  tryOpen(rowId: string, sealed: Sealed): Buffer | null;
  /** A keyed hash for purposes that must not be linkable to each other. */
  derive(purpose: string): Buffer;
  /** The same with each key at hand, the one that seals first: for what another server made, or this one before. */
  deriveAll(purpose: string): readonly Buffer[];
  /** Derived from a key of its own, since what people are called may not change with the key that seals. */
  readonly pseudonymKey: Buffer;
}

/** The keys that do not seal. */
export interface OtherKeys {
  readonly others?: readonly Buffer[];
  /** Default: the key that seals. */
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
