import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The release before this one. Set it anew with each release. */
export const previousRelease: EarlierVersion = { version: '0.1.0', commit: '40dd977' };

/** A version to upgrade from. */
export interface EarlierVersion {
  readonly version: string;
  readonly commit: string;
}

/**
 * Builds the server of an earlier version into a folder of the cache, once, and returns that folder; or why it cannot be built, as
 * where the repository has no history or no package registry answers.
 */
export function buildEarlier(
  root: string,
  { version, commit }: EarlierVersion,
): { readonly folder: string } | { readonly why: string } {
  const folder = join(root, '.cache/releases', `${version}-${commit}`);
  if (existsSync(folder)) return { folder };
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const steps: [why: string, command: string][] = [
    [`the commit ${commit} is not in this clone`, `git archive ${commit} -o ${draft}.tar`],
    ['its files could not be unpacked', `tar -xf ${draft}.tar -C ${draft}`],
    ['its packages could not be installed', `cd ${draft} && npm ci --no-audit --no-fund --prefer-offline`],
    ['it could not be built', `cd ${draft} && npx tsc -b`],
  ];
  for (const [why, command] of steps) {
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' });
    if (status !== 0) return { why: `${why}: ${stderr.trim().split('\n').at(-1) ?? ''}` };
  }
  rmSync(`${draft}.tar`);
  renameSync(draft, folder);
  return { folder };
}
