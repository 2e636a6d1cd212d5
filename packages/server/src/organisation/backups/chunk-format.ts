import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { UnfitBackup } from './unfit-backup.ts';

/** The version of the file format. A reader refuses files of later versions. */
export const formatVersion = 1;

/** The first line of a file, in clear text. */
interface FirstLine {
  readonly parleyBackup: number;
  readonly cipher: 'aes-256-gcm' | null;
  /** With a cipher: makes the key of this file from the operator's. */
  readonly salt?: string;
  /** With a cipher: tells a wrong key from a changed file. */
  readonly keyCheck?: string;
}

/** Closes and opens the chunks of one file. Chunks have to be given in order. */
export interface ChunkCodec {
  /** The bytes that the file begins with. */
  readonly head: Buffer;
  /** Returns the tag and the stored bytes of the next chunk. */
  close(body: Buffer, isLast: boolean): { readonly tag: Buffer; readonly stored: Buffer };
  /** Returns the content of the next chunk. Throws `UnfitBackup` if it is not the one that was written there. */
  open(stored: Buffer, tag: Buffer, isLast: boolean): Buffer;
}

export const tagBytes = 16;
const keyBytes = 32;
const changed = 'The file was changed since it was written. Use another copy of it, or another backup.';

/** Starts a new file, encrypted where there is a key. */
export function newCodec(key: Buffer | null): ChunkCodec {
  if (key === null) return plainCodec(headOf({ parleyBackup: formatVersion, cipher: null }));
  const salt = randomBytes(keyBytes);
  const { fileKey, check } = derive(key, salt);
  const head = headOf({
    parleyBackup: formatVersion,
    cipher: 'aes-256-gcm',
    salt: salt.toString('base64'),
    keyCheck: check.toString('base64'),
  });
  return sealedCodec(head, fileKey);
}

/**
 * Returns the codec of a file by its first line. Throws `UnfitBackup` for another kind of file, a later format, or a key
 * that is missing, wrong or not needed.
 */
export function codecOf(head: Buffer, key: Buffer | null): ChunkCodec {
  const line = parse(head);
  if (line === null) throw new UnfitBackup('This is no backup of Parley.');
  if (line.parleyBackup > formatVersion)
    throw new UnfitBackup(
      `This backup has format ${line.parleyBackup}, and this version reads format ${formatVersion}: use the version of Parley that made it, or a newer one.`,
    );
  if (line.cipher === null) {
    if (key !== null) throw new UnfitBackup('This backup is not encrypted: leave out --decrypt-with.');
    return plainCodec(head);
  }
  if (key === null)
    throw new UnfitBackup('This backup is encrypted: name the file with its key by --decrypt-with KEYFILE.');
  const { fileKey, check } = derive(key, Buffer.from(line.salt ?? '', 'base64'));
  const expected = Buffer.from(line.keyCheck ?? '', 'base64');
  if (expected.length !== check.length || !timingSafeEqual(expected, check))
    throw new UnfitBackup('The key is not the one that this backup was encrypted with: name the right KEYFILE.');
  return sealedCodec(head, fileKey);
}

function headOf(line: FirstLine): Buffer {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

function parse(head: Buffer): FirstLine | null {
  try {
    const line = JSON.parse(head.toString('utf8')) as Partial<FirstLine> | null;
    return typeof line?.parleyBackup === 'number' && line.cipher !== undefined ? (line as FirstLine) : null;
  } catch {
    return null;
  }
}

function derive(key: Buffer, salt: Buffer): { readonly fileKey: Buffer; readonly check: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', key, salt, 'parley backup 1', keyBytes + tagBytes));
  return { fileKey: bytes.subarray(0, keyBytes), check: bytes.subarray(keyBytes) };
}

/** Each tag covers the tag before, so that chunks can neither be left out nor change places. */
function plainCodec(head: Buffer): ChunkCodec {
  let before = createHash('sha256').update(head).digest().subarray(0, tagBytes);
  const next = (body: Buffer, isLast: boolean) => {
    const hash = createHash('sha256')
      .update(before)
      .update(isLast ? '\u0001' : '\0')
      .update(body);
    before = hash.digest().subarray(0, tagBytes);
    return before;
  };
  return {
    head,
    close: (body, isLast) => ({ tag: next(body, isLast), stored: body }),
    open(stored, tag, isLast) {
      if (!next(stored, isLast).equals(tag)) throw new UnfitBackup(changed);
      return stored;
    },
  };
}

/**
 * The STREAM construction: AES-256-GCM, the nonce counts the chunks, and its last byte marks the last one. The key is
 * used for this file alone, so a nonce is never used twice.
 */
function sealedCodec(head: Buffer, key: Buffer): ChunkCodec {
  let count = 0n;
  const nextNonce = (isLast: boolean) => {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(count++, 3);
    nonce[11] = isLast ? 1 : 0;
    return nonce;
  };
  return {
    head,
    close(body, isLast) {
      const cipher = createCipheriv('aes-256-gcm', key, nextNonce(isLast)).setAAD(head);
      const stored = Buffer.concat([cipher.update(body), cipher.final()]);
      return { tag: cipher.getAuthTag(), stored };
    },
    open(stored, tag, isLast) {
      const decipher = createDecipheriv('aes-256-gcm', key, nextNonce(isLast)).setAAD(head).setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(stored), decipher.final()]);
      } catch (error) {
        throw new UnfitBackup(changed, { cause: error });
      }
    },
  };
}
