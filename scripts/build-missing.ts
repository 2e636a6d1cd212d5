import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isStale } from './build/stale.ts';
import { startTargets, typescriptPackages, type BuildTarget } from './build/targets.ts';

// Builds what `npm start` needs and lacks. Silent when there is nothing to do.
const root = join(import.meta.dirname, '..');

for (const target of startTargets(root).filter((candidate) => isStale(root, candidate))) {
  console.error(`Building the ${target.name} …`);
  const began = new Date();
  const status = build(target);
  if (status !== 0) {
    console.error(
      `The ${target.name} could not be built (${target.command.join(' ')} ended with ${status ?? 'a signal'}).`,
    );
    process.exit(1);
  }
  stamp(target, began);
}

function build(target: BuildTarget): number | null {
  if (target.command[0] === 'tsc') forgetUnbuilt();
  const [program, ...options] = target.command;
  return spawnSync(join(root, 'node_modules/.bin', program), options, { cwd: root, stdio: ['ignore', 2, 2] }).status;
}

/** The compiler trusts its notes more than the disk: where the output is gone, its notes have to go too. */
function forgetUnbuilt(): void {
  for (const name of typescriptPackages) {
    const folder = join(root, 'packages', name);
    if (!existsSync(join(folder, 'dist'))) rmSync(join(folder, 'tsconfig.tsbuildinfo'), { force: true });
  }
}

/** Dated to the start of the build, so that a source saved meanwhile counts as newer. */
function stamp(target: BuildTarget, began: Date): void {
  if (!existsSync(join(root, dirname(target.stamp)))) return;
  writeFileSync(join(root, target.stamp), '');
  utimesSync(join(root, target.stamp), began, began);
}
