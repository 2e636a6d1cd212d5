import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IncomingFile } from '../route.ts';

/** Writes a stream to a file of its own in a folder, measuring it on the way. Where the stream breaks, nothing stays behind. */
export async function receiveFile(folder: string, bytes: Readable): Promise<Omit<IncomingFile, 'filename'>> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await pipeline(bytes, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, sizeBytes, sha256: hash.digest() };
}
