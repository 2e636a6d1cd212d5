import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Refused } from '../routing/refusal.ts';
import type { IncomingFile } from '../routing/route.ts';
import { draftFile } from './draft-file.ts';

interface Receiving {
  /** Bytes beyond these are counted and not kept. */
  readonly keepMax: number;
  /** Sees every piece, kept or not. */
  readonly onPiece?: (piece: Buffer) => void;
}

/**
 * Writes a stream to a file of its own in a folder, measuring it on the way. It is read to its end even where it is too long or
 * the disk is full, since a sender who is cut off in the middle never sees the answer. Where anything fails, nothing stays behind.
 */
export async function receiveFile(
  folder: string,
  bytes: Readable,
  { keepMax, onPiece }: Receiving,
): Promise<Omit<IncomingFile, 'filename' | 'declaredType'>> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  const draft = await draftFile(path);
  let sizeBytes = 0;
  try {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      onPiece?.(piece);
      sizeBytes += piece.length;
      if (sizeBytes > keepMax) continue;
      hash.update(piece);
      await draft.write(piece);
    }
  } catch {
    await draft.discard();
    throw new Refused({ code: 'malformed_request', message: 'The upload broke off.' });
  }
  await draft.end();
  return { path, sizeBytes, sha256: hash.digest() };
}
