import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const compressed = /\.(js|css|html|svg|json|webmanifest)$/;
/** What fits into one packet gains nothing. */
const worthwhileBytes = 1000;

/** Writes a `.br` and a `.gz` beside every file that gets smaller by it, so that the server never compresses while somebody waits. */
export function compress(): Plugin {
  let outDir = '';
  return {
    name: 'parley-compress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      outDir = resolve(root, build.outDir);
    },
    // After the service worker, which is written when everything else is.
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(outDir) },
  };
}

function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!compressed.test(name)) continue;
    const path = join(folder, name);
    const bytes = readFileSync(path);
    if (bytes.length < worthwhileBytes) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
