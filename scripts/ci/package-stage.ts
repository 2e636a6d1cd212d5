import { existsSync } from 'node:fs';
import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, oneFailed, onePassed, type Tally } from './tally.ts';

/** What a trial ends with where this machine lacks what it takes. */
const notToBeHad = 3;

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

async function inTurn(stage: Stage, trials: readonly string[]): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const trial of trials) {
    const { status } = await stage.run(['tsx', 'scripts/try-package.ts', trial], 4);
    if (status === notToBeHad) tallies.push(skipLoudly(`the installed server, ${trial}: see above.`));
    else tallies.push(status === 0 ? onePassed : oneFailed(`the installed server, ${trial}`));
  }
  return addTallies(tallies);
}

/** The unit has no fault that systemd finds, and little of the machine lies open to it: 2.5 of 10 at most. */
async function verifiedUnit(stage: Stage): Promise<Tally> {
  if (!existsSync('/usr/bin/systemd-analyze')) return skipLoudly('the unit: there is no systemd-analyze.');
  const security = ['systemd-analyze', 'security', '--offline=true', '--threshold=25', '--no-pager'];
  const { status } = await stage.run([...security, 'deploy/parley.service'], 1);
  return status === 0 ? onePassed : oneFailed('systemd-analyze security');
}
