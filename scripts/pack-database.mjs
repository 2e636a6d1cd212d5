import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

// Writes the database that a new server begins with beside the built server, by that build. `node pack-database.mjs`
const dist = new URL('../packages/server/dist/', import.meta.url);
const { makeImage } = await import(new URL('platform/storage/pglite/first-image.js', dist));
// A larger window would save 0.3 MB here, and take 16 MB of each server that begins.
const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 };
writeFileSync(new URL('database.tar.br', dist), brotliCompressSync(await makeImage(), { params }));
