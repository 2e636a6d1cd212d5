import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const [server, web] = [join(root, 'packages/server'), join(root, 'packages/web')];

/** Native code and WebAssembly, which no bundle holds. */
export const nativePackages = ['@electric-sql/pglite', '@node-rs/argon2', 'pg-native'];

interface Bundle {
  /** The folder to write, which is emptied. */
  readonly into: string;
  /** The program in `packages/server/src`. */
  readonly entry: 'main.ts' | 'embedded.ts';
  /** Packages that stay outside. */
  readonly external: readonly string[];
}

/**
 * Bundles the server into a folder: the program with its worker and its first database in `server/dist`, pages, guide and served packages beside it,
 * the app in `web/dist`, and the licences of everybody whose code is in it in `THIRD-PARTY.txt`. The packages, the first
 * database, the guide and the app are built before.
 */
export async function bundleServer({ into, entry, external }: Bundle): Promise<void> {
  rmSync(into, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(server, 'src', entry), join(server, 'src/platform/storage/pglite/worker.ts')],
    entryNames: '[name]',
    outdir: join(into, 'server/dist'),
    bundle: true,
    splitting: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['parley-source'],
    external: [...external],
    plugins: [withoutValidator],
    // One is enough to have tsx, which agents' tests run under, make a map of all 9 MB: two seconds of each start.
    supported: { 'dynamic-import': false },
    metafile: true,
    logLevel: 'error',
    // Not made small: a line in the trace of an error leads to code that can be read, and so needs no map.
    legalComments: 'none',
    banner: {
      js: "import { createRequire as nodeRequire } from 'node:module';\nconst require = nodeRequire(import.meta.url);",
    },
  });
  const { version } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')) as { version: string };
  writeFileSync(join(into, 'server/package.json'), JSON.stringify({ version, type: 'module', private: true }));
  writeFileSync(join(into, 'THIRD-PARTY.txt'), noticesOf([...packagesIn(metafile), ...packagesOfApp()]));
  copyIfBuilt(join(server, 'pages'), join(into, 'server/pages'));
  cpSync(join(server, 'dist/database.tar.br'), join(into, 'server/dist/database.tar.br'));
  copyIfBuilt(join(server, 'dist/guide'), join(into, 'server/dist/guide'));
  copyIfBuilt(join(server, 'dist/packages'), join(into, 'server/dist/packages'));
  copyIfBuilt(join(web, 'dist'), join(into, 'web/dist'));
}

/** Leaves out the validator of the MCP SDK: it holds its own copy of Ajv, 290 KB, and the server checks answers itself. */
const withoutValidator: Plugin = {
  name: 'without-validator',
  setup({ onLoad }) {
    const contents = 'export const CORS_IS_POSSIBLE = false;\nexport class DefaultJsonSchemaValidator {}';
    onLoad({ filter: /@modelcontextprotocol[\\/]client[\\/]dist[\\/]shimsNode\.mjs$/ }, () => ({ contents }));
  },
};

/** Copies a built folder without source maps, and without what the server compresses again. */
function copyIfBuilt(from: string, to: string): void {
  const isPackage = from.endsWith('packages');
  const isServed = (path: string) =>
    !(isPackage ? /\.built$/ : /\.(map|br|gz)$|\/\.(built|packages\.json)$/).test(path);
  if (existsSync(from)) cpSync(from, to, { recursive: true, filter: isServed });
}

/** The folders of the packages whose code is in a bundle, relative to the repository. */
function packagesIn({ inputs }: Metafile): string[] {
  return Object.keys(inputs).flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
}

/** Those of the app, as its own build lists them. */
function packagesOfApp(): string[] {
  const list = join(web, 'dist/.packages.json');
  if (!existsSync(join(web, 'dist'))) return [];
  return JSON.parse(readFileSync(list, 'utf8')) as string[];
}

function noticesOf(folders: readonly string[]): string {
  const notices = [...new Set(folders)].sort().map((folder) => {
    const path = join(root, folder);
    const about = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<string, unknown>;
    const files = readdirSync(path).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
    const texts = files.map((name) => readFileSync(join(path, name), 'utf8').trim());
    return `${String(about['name'])} ${String(about['version'])} (${String(about['license'])})\n\n${texts.join('\n\n')}`;
  });
  const rule = '-'.repeat(80);
  return `The server in this folder, and its app, hold code of these packages.\n\n${rule}\n\n${notices.join(`\n\n${rule}\n\n`)}\n`;
}
