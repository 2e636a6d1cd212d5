import { existsSync } from 'node:fs';
import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, type Tally } from './tally.ts';

const program = '/usr/bin/faketime';

/** Installs faketime from Debian where it is missing, for the tests of servers whose clock is wrong; says so where it cannot. */
export async function withFaketime(stage: Stage, tests: () => Promise<Tally>): Promise<Tally> {
  if (!existsSync(program)) {
    const environment = { DEBIAN_FRONTEND: 'noninteractive' };
    await stage.run(['apt-get', 'update', '-qq'], 3, environment);
    await stage.run(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'faketime'], 3, environment);
  }
  if (existsSync(program)) return tests();
  const skipped = skipLoudly(`servers with a wrong clock: ${program} is missing and could not be installed.`);
  return addTallies([skipped, await tests()]);
}
