import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(import.meta.dirname, '..');

interface Package {
  readonly folder: string;
  readonly name: string;
  readonly private?: boolean;
}

/** The packages that a registry would serve. */
export function publicPackages(): Package[] {
  const packages = readdirSync(join(root, 'packages')).map((folder) => {
    const text = readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8');
    return { folder: join(root, 'packages', folder), ...(JSON.parse(text) as { name: string; private?: boolean }) };
  });
  return packages.filter((one) => one.private !== true);
}

/**
 * Packs each of them as `npm publish` would, built by its prepack script, after it took out what an earlier run left.
 *
 * @returns The paths of the tarballs.
 */
export function packAll(into: string): string[] {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  for (const { folder } of publicPackages()) {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', into], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return readdirSync(into).map((file) => join(into, file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const tarball of packAll(resolve(root, process.argv[2] ?? 'dist/packages'))) console.log(tarball);
}
