import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tarball, type PackedFile } from './served/tarball.ts';

const root = join(import.meta.dirname, '..');
const into = join(root, 'packages/server/dist/packages');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/**
 * Writes the packages that the server serves at /packages: the SDK as a registry would have it, but with all that it depends on inside, so
 * that it is installed from a server alone, and the sources of that for Python. Their names hold the version; the server has each without
 * it too.
 *
 * @returns The paths of the tarballs.
 */
export function buildServedPackages(): string[] {
  const manifest = readManifest(join(root, 'packages/agent-sdk'));
  const bundled = new Map<string, string>();
  bundle(manifest, bundled);
  const packed = tarball('package', [
    ...filesOf(join(root, 'packages/agent-sdk'), served(manifest, [...bundled.keys()])),
    ...[...bundled].flatMap(([name, folder]) => inside(name, filesOf(folder, readManifest(folder)))),
  ]);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const { version } = manifest;
  return [write(`parley-agent-sdk-${version}.tgz`, packed), write(`parley-agent-${version}.tar.gz`, pythonPackage())];
}

function write(name: string, bytes: Uint8Array): string {
  writeFileSync(join(into, name), bytes);
  return join(into, name);
}

/** What pip builds from. */
function pythonPackage(): Uint8Array {
  const folder = join(root, 'python/parley-agent');
  const files = ['pyproject.toml', 'README.md', 'LICENSE', ...pathsBelow(folder, 'src')];
  const kept = files.filter((path) => !/__pycache__|\.egg-info/.test(path));
  return tarball(
    'parley-agent',
    kept.map((path) => ({ path, bytes: readFileSync(join(folder, path)) })),
  );
}

function pathsBelow(root: string, folder = ''): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => path.slice(root.length + 1).replaceAll('\\', '/'));
}

/** Gathers what a package depends on, and what that does, by name. */
function bundle({ dependencies = {} }: Manifest, gathered: Map<string, string>): void {
  for (const name of Object.keys(dependencies)) {
    if (gathered.has(name)) continue;
    const folder = join(root, 'node_modules', name);
    gathered.set(name, folder);
    bundle(readManifest(folder), gathered);
  }
}

/** Without peers too, optional ones included: npm asks a registry about them. */
function served(manifest: Manifest, bundled: readonly string[]): Manifest {
  const { scripts: _, devDependencies: __, peerDependencies: ___, peerDependenciesMeta: ____, ...kept } = manifest;
  const versions = bundled.map((name) => [name, readManifest(join(root, 'node_modules', name)).version] as const);
  return { ...kept, dependencies: Object.fromEntries(versions), bundleDependencies: bundled };
}

const inside = (name: string, files: readonly PackedFile[]) =>
  files.map(({ path, bytes }) => ({ path: `node_modules/${name}/${path}`, bytes }));

/** Sources, tests and source maps stay out: they are for whoever has the repository. */
const leftOut = /(^|\/)(node_modules|src|testing|\.[^/]*)(\/|$)|\.(map|tsbuildinfo)$|\.test\.|(^|\/)tsconfig/;

function filesOf(folder: string, manifest: Manifest): PackedFile[] {
  const kept = pathsBelow(folder).filter((path) => !leftOut.test(path));
  if (!kept.some((path) => path.endsWith('.js'))) throw new Error(`${folder} is not built: run npm run build.`);
  return kept.map((path) => ({
    path,
    bytes: path === 'package.json' ? Buffer.from(JSON.stringify(manifest, null, 2)) : withoutMap(join(folder, path)),
  }));
}

function withoutMap(file: string): Uint8Array {
  const bytes = readFileSync(file);
  if (!/\.(js|ts)$/.test(file)) return bytes;
  return Buffer.from(bytes.toString('utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildServedPackages();
