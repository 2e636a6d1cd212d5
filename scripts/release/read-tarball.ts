import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a tarball of ours says that it holds and needs. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** What is installed beside it. */
  readonly needs: readonly string[];
  /** The packages of others inside, with their version: bundled, in its own node_modules, or in tarballs that it serves. */
  readonly holds: readonly { readonly name: string; readonly version: string }[];
  /** The licences of the code that is bundled, or null where there is none. */
  readonly notices: string | null;
}

/** Reads a tarball of npm, as it would be installed. */
export function readTarball(path: string): PackedPackage {
  const folder = mkdtempSync(join(tmpdir(), 'parley-tarball-'));
  try {
    const manifest = unpack(path, folder);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const notices = files
      .filter((name) => name.endsWith('THIRD-PARTY.txt'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    const holds = [...notices.flatMap(namedIn), ...files.flatMap((name) => insideOf(join(folder, name)))];
    const needs = Object.keys(manifest.dependencies ?? {}).filter((name) => !/^(@parley\/|parley-)/.test(name));
    return { name: manifest.name, version: manifest.version, needs, holds, notices: notices[0] ?? null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function unpack(path: string, folder: string): Manifest {
  execFileSync('tar', ['-xzf', path, '-C', folder, '--strip-components=1']);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The packages that notices name, one at the head of each part. */
function namedIn(notices: string): { name: string; version: string }[] {
  return [...notices.matchAll(/^-{80}\n\n(\S+) (\S+) \(/gm)].map(([, name = '', version = '']) => ({ name, version }));
}

/** The package that a file is the manifest of, if it is of others, or those in a tarball within. */
function insideOf(path: string): readonly { name: string; version: string }[] {
  if (path.endsWith('.tgz')) return readTarball(path).holds;
  if (!/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path)) return [];
  const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  return name.startsWith('@parley/') ? [] : [{ name, version }];
}
