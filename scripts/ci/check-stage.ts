import { checkSteps, type CheckStep } from '../check/steps.ts';
import type { Stage } from './stage.ts';
import { addTallies, type Tally } from './tally.ts';
import { runInTurn, runStep } from './trial.ts';

/** Every step of `npm run check` counts as one. After the types, which all need, two of the long ones run beside the others. */
export async function checks(stage: Stage): Promise<Tally> {
  const [types, ...others] = checkSteps;
  const isBeside = ({ name }: CheckStep) => name === 'lint of the app' || name === 'lint of the rest';
  const first = await inTurn(stage, types ? [types] : []);
  const rest = await Promise.all([
    inTurn(stage, others.filter(isBeside)),
    inTurn(
      stage,
      others.filter((step) => !isBeside(step)),
    ),
  ]);
  return addTallies([first, ...rest]);
}

function inTurn(stage: Stage, steps: readonly CheckStep[]): Promise<Tally> {
  return runInTurn(steps, ({ name, command }) => runStep(stage, name, command, 12));
}
