import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, oneFailed, onePassed, type Tally } from './tally.ts';

/** What a trial ends with where the registry does not give the runtime. */
const notToBeHad = 3;

/** Runs agents on the SDK under what is not Node. The build is there from the stage before. */
export async function otherRuntimes(stage: Stage): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const name of ['bun', 'deno']) {
    const { status } = await stage.run(['tsx', 'scripts/try-runtime.ts', name], 4);
    if (status === notToBeHad) tallies.push(skipLoudly(`${name}: the package registry does not give it.`));
    else tallies.push(status === 0 ? onePassed : oneFailed(name));
  }
  return addTallies(tallies);
}
