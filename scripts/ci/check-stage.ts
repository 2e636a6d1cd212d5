import { checkSteps } from '../check/steps.ts';
import type { Stage } from './stage.ts';
import { addTallies, oneFailed, onePassed, type Tally } from './tally.ts';

/** Every step of `npm run check` counts as one. */
export async function checks(stage: Stage): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const step of checkSteps) {
    const { status, seconds } = await stage.run(step.command, 4);
    console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${step.name} (${seconds.toFixed(1)} s)`);
    tallies.push(status === 0 ? onePassed : oneFailed);
  }
  return addTallies(tallies);
}
