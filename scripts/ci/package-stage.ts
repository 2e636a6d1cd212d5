import { existsSync } from 'node:fs';
import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, oneFailed, onePassed, type Tally } from './tally.ts';
import { runInTurn, runStep, runTrial } from './trial.ts';

/**
 * Packs the server, installs it into an empty folder, and runs it as each of the files in `deploy/` has it run: as an unprivileged user on
 * a read-only root, behind the proxy, and in a container.
 */
export async function serverPackage(stage: Stage): Promise<Tally> {
  for (const command of [
    ['tsx', 'scripts/pack-server.ts'],
    ['tsx', 'scripts/try-package.ts', 'install'],
  ])
    if ((await stage.run(command, 3)).status !== 0) return oneFailed(command.join(' '));
  // The slow one waits for nine tenths of its time.
  const tried = await Promise.all([inTurn(stage, ['unit', 'compose', 'container']), inTurn(stage, ['slow'])]);
  return addTallies([onePassed, await verifiedUnit(stage), ...tried]);
}

function inTurn(stage: Stage, names: readonly string[]): Promise<Tally> {
  return runInTurn(names, (name) =>
    runTrial(stage, `the installed server, ${name}`, ['tsx', 'scripts/try-package.ts', name], 4),
  );
}

/** The unit has no fault that systemd finds, and little of the machine lies open to it: 2.5 of 10 at most. */
async function verifiedUnit(stage: Stage): Promise<Tally> {
  if (!existsSync('/usr/bin/systemd-analyze')) return skipLoudly('the unit: there is no systemd-analyze.');
  const security = ['systemd-analyze', 'security', '--offline=true', '--threshold=25', '--no-pager'];
  return runStep(stage, 'systemd-analyze security', [...security, 'deploy/parley.service'], 1);
}
