import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

/**
 * Builds the server into packages/testing, as one file with what it needs around it, so that whoever installs that package has the real
 * server, and of Parley nothing else to install. The package and the web app are built before.
 */
const root = join(import.meta.dirname, '..');
const [server, web] = [join(root, 'packages/server'), join(root, 'packages/web')];
const into = join(root, 'packages/testing/dist/bundle');

/** What stays outside: native code and WebAssembly, and what the person's own code shares with the server. */
const external = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  '@parley/protocol',
  '@parley/agent-sdk',
  'zod',
  'pg-native',
];

rmSync(into, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [
    join(server, 'src/embedded.ts'),
    join(server, 'src/platform/storage/pglite/worker.ts'),
    join(server, 'src/platform/storage/pglite/create-folder-worker.ts'),
  ],
  entryNames: '[name]',
  outdir: join(into, 'server/dist'),
  bundle: true,
  splitting: false,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['parley-source'],
  external,
  metafile: true,
  logLevel: 'error',
  // Not made small: a line in the trace of an error leads to code that can be read, and so needs no map.
  legalComments: 'none',
  banner: {
    js: "import { createRequire as nodeRequire } from 'node:module';\nconst require = nodeRequire(import.meta.url);",
  },
});
const { version } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')) as { version: string };
write('server/package.json', JSON.stringify({ version, type: 'module', private: true }));
write('THIRD-PARTY.txt', noticesOf(metafile));
cpSync(join(server, 'pages'), join(into, 'server/pages'), { recursive: true });
const isServed = (path: string) => !/\.(map|br|gz)$|\/\.built$/.test(path);
if (existsSync(join(server, 'dist/guide'))) {
  cpSync(join(server, 'dist/guide'), join(into, 'server/dist/guide'), { recursive: true, filter: isServed });
}
if (existsSync(join(server, 'dist/packages'))) {
  cpSync(join(server, 'dist/packages'), join(into, 'server/dist/packages'), {
    recursive: true,
    filter: (path) => !path.endsWith('.built'),
  });
}
cpSync(join(web, 'dist'), join(into, 'web/dist'), { recursive: true, filter: isServed });
write('database.tar.br', await packedDatabase());

function write(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(into, name)), { recursive: true });
  writeFileSync(join(into, name), content);
}

/** Made by what was just bundled, so that it fits, and is known to run. */
async function packedDatabase(): Promise<Uint8Array> {
  const bundled = (await import(join(into, 'server/dist/embedded.js'))) as { makeImage(): Promise<Uint8Array> };
  const image = await bundled.makeImage();
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(image, { params });
}

/** The licences of everybody whose code is in the bundle, as they ask for. */
function noticesOf({ inputs }: Metafile): string {
  const folders = Object.keys(inputs).flatMap(
    (path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  const notices = [...new Set(folders)].sort().map((folder) => {
    const path = join(root, folder);
    const about = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<string, unknown>;
    const files = readdirSync(path).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
    const texts = files.map((name) => readFileSync(join(path, name), 'utf8').trim());
    return `${String(about['name'])} ${String(about['version'])} (${String(about['license'])})\n\n${texts.join('\n\n')}`;
  });
  return `The server in this folder holds code of these packages.\n\n${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
