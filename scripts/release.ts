/**
 * Makes everything that a release has into `dist/release`: the tarballs, the licences of what ships (`THIRD-PARTY.txt`), the bill of
 * materials (`sbom.cdx.json`) and `SHA256SUMS`. The same commit gives the same bytes. It refuses a tree that is not clean, versions that
 * differ, and a changelog without a dated section. The tag is the maintainer's to set.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packAll } from './pack.ts';
import { packServer } from './pack-server.ts';
import { checkRelease } from './release/check-release.ts';
import { lockPackages } from './release/lock-packages.ts';
import { noticesOf } from './release/notices.ts';
import { readTarball } from './release/read-tarball.ts';
import { writeBom, type ShippedPackage } from './release/write-bom.ts';

const root = join(import.meta.dirname, '..');
const into = join(root, 'dist/release');

async function main(): Promise<void> {
  const release = checkRelease(root);
  Object.assign(process.env, { SOURCE_DATE_EPOCH: String(release.epoch), TZ: 'UTC', LC_ALL: 'C' });
  // Nothing of an earlier build may ship.
  for (const folder of readdirSync(join(root, 'packages'))) {
    for (const name of ['dist', 'tsconfig.tsbuildinfo'])
      rmSync(join(root, 'packages', folder, name), { recursive: true, force: true });
  }
  execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });
  const work = join(root, 'dist/release-work');
  rmSync(work, { recursive: true, force: true });
  const made = [...packAll(join(work, 'packages')), await packServer(join(work, 'server'))];
  const python = `parley-agent-${release.version}.tar.gz`;
  made.push(join(root, 'packages/server/dist/packages', python));
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  for (const path of made) copyFileSync(path, join(into, basename(path)));
  rmSync(work, { recursive: true, force: true });

  const lock = lockPackages(root);
  const shipped = made
    .map((path) => shippedIn(basename(path), lock))
    .sort((one, other) => (one.file < other.file ? -1 : 1));
  writeFileSync(join(into, 'sbom.cdx.json'), await writeBom(release, shipped));
  writeFileSync(
    join(into, 'THIRD-PARTY.txt'),
    noticesOf(
      root,
      shipped.flatMap(({ inside, beside }) => [...inside, ...beside]),
    ),
  );
  const sums = readdirSync(into)
    .sort()
    .map((name) => `${sha256(join(into, name))}  ${name}`);
  writeFileSync(join(into, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  console.log(
    `\n${sums.join('\n')}\n\nParley ${release.version} of ${release.commit} is in dist/release. Tag it as CONTRIBUTING.md says.`,
  );
}

function shippedIn(file: string, lock: ReturnType<typeof lockPackages>): ShippedPackage {
  const about = { file, sha256: sha256(join(into, file)) };
  if (file.endsWith('.tar.gz')) {
    const [, name = '', version = ''] = /^(.*)-(\d+\.\d+\.\d+)\.tar\.gz$/.exec(file) ?? [];
    return { ...about, name, version, kind: 'pypi', inside: [], beside: [] };
  }
  const { name, version, needs, holds } = readTarball(join(into, file));
  const folder = `packages/${name.replace('@parley/', '')}`;
  return {
    ...about,
    name,
    version,
    kind: 'npm',
    inside: holds.map((one) => lock.find(one.name, one.version)),
    beside: lock.closure(needs, folder),
  };
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

await main().catch((error: unknown) => {
  console.error(`Nothing is released. ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
