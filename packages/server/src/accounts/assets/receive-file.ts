import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Refused } from '../../platform/routing/refusal.ts';
import type { IncomingFile } from '../../platform/routing/route.ts';
import { draftFile } from './draft-file.ts';

interface Receiving {
  /** Bytes beyond this number are counted but not stored. */
  readonly keepMax: number;
  /** Called with every piece, stored or not. */
  readonly onPiece?: (piece: Buffer) => void;
}

/**
 * Writes a stream to a new file in a folder, and measures and hashes it. Reads to the end even if the stream is too
 * long or the disk is full, because a sender that is cut off never reads the answer. Removes the file on any failure.
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
