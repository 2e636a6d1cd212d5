import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';

/** What has to be done with the sources of a commit: the reason if it fails, and the command of a shell. */
type Step = readonly [why: string, command: string];

/**
 * Unpacks the sources of a commit into a new folder, installs their packages and runs `steps` there. Returns null, or why it cannot be
 * done here, as where the repository has no history or no package registry answers.
 */
export function unpackCommit(root: string, commit: string, folder: string, steps: readonly Step[] = []): string | null {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const all: [...Step, cwd: string][] = [
    [`the commit ${commit} is not in this clone`, `git archive ${commit} | tar -x -C ${folder}`, root],
    ['its packages could not be installed', 'npm ci --no-audit --no-fund --prefer-offline', folder],
    ...steps.map(([why, command]): [...Step, string] => [why, command, folder]),
  ];
  for (const [why, command, cwd] of all) {
    const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], { cwd, encoding: 'utf8' });
    if (status !== 0) return `${why}: ${stderr.trim().split('\n').at(-1) ?? ''}`;
  }
  return null;
}
