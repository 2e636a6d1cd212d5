import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Brings what is measured up to date: the built server, not its sources. */
export function buildServer(): void {
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-b', 'packages/server'], { cwd: root, stdio: 'inherit' });
}

/** The commit that is measured, with a mark where files differ from it. */
export function currentCommit(): string {
  try {
    const ask = (...args: string[]) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    const changed = ask('status', '--porcelain', '--untracked-files=no', 'packages/server', 'packages/protocol') !== '';
    return `${ask('rev-parse', '--short', 'HEAD')}${changed ? ' (changed)' : ''}`;
  } catch {
    return 'unknown';
  }
}
