import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { makeImage } from '#platform';

const packed = new URL('./bundle/database.tar.br', import.meta.url);
let image: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** Resolves to a copy of an empty database with all migrations, which each world begins with. It came with the package. */
export function databaseImage(): Promise<Uint8Array<ArrayBuffer>> {
  return (image ??= readImage());
}

async function readImage(): Promise<Uint8Array<ArrayBuffer>> {
  // Run from its sources, the package has none: it is made, once for the process.
  if (import.meta.url.endsWith('.ts')) return makeImage();
  return new Uint8Array(await promisify(brotliDecompress)(await readFile(packed)));
}
