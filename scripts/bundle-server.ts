import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { bundleServer, nativePackages } from './server-bundle/bundle.ts';

// Builds the server into packages/testing, so that whoever installs that package has the real server, and of Parley nothing else to
// install. Outside stays what the person's own code shares with the server.
const into = join(import.meta.dirname, '../packages/testing/dist/bundle');
await bundleServer({
  into,
  entry: 'embedded.ts',
  external: [...nativePackages, '@parley/protocol', '@parley/agent-sdk', 'zod'],
});
writeFileSync(join(into, 'database.tar.br'), await packedDatabase());

/** Made by what was just bundled, so that it fits, and is known to run. */
async function packedDatabase(): Promise<Uint8Array> {
  const bundled = (await import(join(into, 'server/dist/embedded.js'))) as { makeImage(): Promise<Uint8Array> };
  const image = await bundled.makeImage();
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(image, { params });
}
