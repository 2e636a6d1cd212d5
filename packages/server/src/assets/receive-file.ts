import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refused } from '../refusal.ts';
import type { IncomingFile } from '../route.ts';

interface Receiving {
  /** Bytes beyond these are counted and not kept. */
  readonly keepMax: number;
  /** Sees every piece, kept or not. */
  readonly onPiece?: (piece: Buffer) => void;
}

/**
 * Writes a stream to a file of its own in a folder, measuring it on the way. It is read to its end even where it is too long, since a
 * sender who is cut off in the middle never sees the answer. Where the stream breaks, nothing stays behind.
 */
export async function receiveFile(
  folder: string,
  bytes: Readable,
  { keepMax, onPiece }: Receiving,
): Promise<Omit<IncomingFile, 'filename'>> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measure = new Transform({
    transform(piece: Buffer, _encoding, done) {
      onPiece?.(piece);
      sizeBytes += piece.length;
      if (sizeBytes > keepMax) return done();
      hash.update(piece);
      done(null, piece);
    },
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await pipeline(bytes, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw isOurFault(error) ? error : new Refused({ code: 'malformed_request', message: 'The upload broke off.' });
  }
  return { path, sizeBytes, sha256: hash.digest() };
}

/** A full or a broken disk is; that a sender hangs up is not. */
function isOurFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall !== 'read';
}
