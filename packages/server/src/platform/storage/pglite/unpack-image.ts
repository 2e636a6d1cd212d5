import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import type { Image } from './read-image.ts';

/**
 * Writes the files of an image into a folder, so that the database opens there as if it had been closed there. Opened
 * with the image itself, it would keep 150 MB more of memory.
 */
export function unpackImage(image: Image | Readable, folder: string): Promise<void> {
  const files = image instanceof Readable ? image : Readable.from([Buffer.from(image)]);
  return pipeline(files, extract({ cwd: folder }));
}
