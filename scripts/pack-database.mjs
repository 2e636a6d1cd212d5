import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

// Writes a new database beside a bundled server, made by that bundle, so that it fits, and is known to run. `node pack-database.mjs FOLDER`
const into = process.argv[2] ?? '';
const { makeImage } = await import(join(into, 'server/dist/embedded.js'));
const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
writeFileSync(join(into, 'database.tar.br'), brotliCompressSync(await makeImage(), { params }));
