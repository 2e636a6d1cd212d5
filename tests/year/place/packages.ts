import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unpackCommit } from '../../../packages/server/src/testing/unpack-commit.ts';

/** The commit whose package the year begins with: the newest release that has one. Set it anew with each release. */
export const earlierCommit = '3936aa87';

/** Packs the server of a commit, once for each commit. Returns the tarball, or why it cannot be packed here. */
export function packEarlier(root: string, commit: string): { readonly tarball: string } | { readonly why: string } {
  const tarball = join(root, '.cache/packages', `parley-server-${commit}.tgz`);
  if (existsSync(tarball)) return { tarball };
  const folder = join(root, '.cache/packages', commit);
  const why = unpackCommit(root, commit, folder);
  if (why !== null) return { why };
  renameSync(packCurrent(folder), tarball);
  rmSync(folder, { recursive: true });
  return { tarball };
}

/** Packs the server of the sources in a folder, and returns the tarball. */
export function packCurrent(root: string): string {
  const into = join(root, '.cache/packages/packed');
  rmSync(into, { recursive: true, force: true });
  execFileSync('npm', ['run', 'pack:server', '--', into], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const packed = readdirSync(into).find((name) => name.endsWith('.tgz'));
  if (packed === undefined) throw new Error('npm packed nothing.');
  return join(into, packed);
}
