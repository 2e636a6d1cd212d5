import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer, nativePackages } from './server-bundle/bundle.ts';

const root = join(import.meta.dirname, '..');

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Packs the server as something to install: `@parley/server` with the program `parley-server`, the app and the guide. Its only
 * dependencies are those with native code. The packages, the guide and the app are built before.
 *
 * @returns The path of the tarball.
 */
export async function packServer(into: string): Promise<string> {
  const folder = join(into, 'server');
  await bundleServer({ into: folder, entry: 'main.ts', external: nativePackages });
  const manifest = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8')) as Manifest;
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(import.meta.dirname, 'server-bundle/README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'deploy/healthy.mjs'), join(folder, 'healthy.mjs'));
  mkdirSync(into, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', into], { cwd: folder });
  return join(into, packed.toString().trim());
}

function published({ version, description, license, engines, dependencies }: Manifest): unknown {
  const native = nativePackages.filter((name) => name in dependencies);
  return {
    name: '@parley/server',
    version,
    description,
    license,
    repository: { type: 'git', url: 'git+https://github.com/parley-platform/parley.git', directory: 'packages/server' },
    type: 'module',
    engines,
    bin: { 'parley-server': 'server/dist/main.js' },
    files: ['server', 'web', 'healthy.mjs', 'THIRD-PARTY.txt'],
    dependencies: Object.fromEntries(native.map((name) => [name, dependencies[name]])),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await packServer(resolve(root, process.argv[2] ?? 'dist/server-package')));
}
