import { checkSteps, type CheckStep } from '../check/steps.ts';
import type { Stage } from './stage.ts';
import { addTallies, oneFailed, onePassed, type Tally } from './tally.ts';

/** Every step of `npm run check` counts as one. After the types, which all need, the longest runs beside the others. */
export async function checks(stage: Stage): Promise<Tally> {
  const [types, ...others] = checkSteps;
  const isLong = ({ name }: CheckStep) => name === 'lint of the rest';
  const first = await inTurn(stage, types ? [types] : []);
  const rest = await Promise.all([
    inTurn(stage, others.filter(isLong)),
    inTurn(
      stage,
      others.filter((step) => !isLong(step)),
    ),
  ]);
  return addTallies([first, ...rest]);
}

async function inTurn(stage: Stage, steps: readonly CheckStep[]): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const step of steps) {
    const { status, seconds } = await stage.run(step.command, 12);
    console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${step.name} (${seconds.toFixed(1)} s)`);
    tallies.push(status === 0 ? onePassed : oneFailed(step.name));
  }
  return addTallies(tallies);
}
