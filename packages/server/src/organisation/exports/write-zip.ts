import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of a zip. `isPacked`: its bytes are compressed already. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Readable;
  readonly isPacked?: boolean;
}

/**
 * Writes a zip file, one entry after the other, and returns its size. It holds no entry in memory. Rejects, with the file unfinished,
 * if an entry fails or the file would pass `bytesMax`.
 */
export async function writeZip(
  path: string,
  entries: AsyncIterable<ZipEntry>,
  { mtime, bytesMax }: { readonly mtime: Date; readonly bytesMax: number },
): Promise<number> {
  const zip = new ZipFile();
  let size = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      done(size > bytesMax ? new Error('The export is too large.') : null, piece);
    },
  });
  const failed = new Promise<never>((_resolve, reject) => zip.on('error', reject));
  const output = zip.outputStream as Readable;
  const written = pipeline(output, counted, createWriteStream(path, { mode: 0o600 }));
  // Rejections are met below, whichever comes first.
  for (const outcome of [failed, written]) outcome.catch(() => undefined);
  let current: Readable | null = null;
  try {
    for await (const { name, bytes, isPacked = false } of entries) {
      current = bytes;
      const taken = new Promise<void>((resolve, reject) => bytes.once('end', resolve).once('error', reject));
      zip.addReadStream(bytes, name, { mtime, compress: !isPacked, mode: 0o600 });
      await Promise.race([taken, failed, written]);
    }
    zip.end();
    await Promise.race([written, failed]);
    return size;
  } catch (error) {
    current?.destroy();
    output.destroy();
    await written.catch(() => undefined);
    throw error;
  }
}
