import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createBrotliDecompress } from 'node:zlib';
import { ownFiles } from '../../../own-files.ts';

/** A copy of a whole database, which another one can begin with: a tar archive of its files. */
export type Image = Uint8Array<ArrayBuffer>;

/**
 * Reads the image of an empty database with all migrations that comes with the build. Null from the sources, whose
 * migrations may be newer, and for a build that has none: a new database is then initialized and migrated, which takes
 * seconds and half a gigabyte of memory.
 */
export async function readImage(): Promise<Readable | null> {
  if (import.meta.url.endsWith('.ts')) return null;
  try {
    const file = await open(ownFiles.firstImage);
    const unpacked = createBrotliDecompress();
    file
      .createReadStream()
      .on('error', (error) => unpacked.destroy(error))
      .pipe(unpacked);
    return unpacked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export async function bytesOf(image: Image | Readable): Promise<Image> {
  return image instanceof Readable ? new Uint8Array(await buffer(image)) : image;
}
