import { skipLoudly, type Stage } from './stage.ts';
import { addTallies, oneFailed, onePassed, type Tally } from './tally.ts';

/** The lines of Node beside the oldest that is supported, under which the other stages run. */
const versions = ['22.23.3', '24.21.0'];

/** What a trial ends with where the registry does not give that version. */
const notToBeHad = 3;

/** Starts what people run, and runs a few tests, under newer versions of Node. The build is there from the stage before. */
export async function otherNodes(stage: Stage): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const version of versions) {
    const { status } = await stage.run(['tsx', 'scripts/try-node.ts', version], 6);
    if (status === notToBeHad) tallies.push(skipLoudly(`Node ${version}: the package registry does not give it.`));
    else tallies.push(status === 0 ? onePassed : oneFailed(`Node ${version}`));
  }
  return addTallies(tallies);
}
