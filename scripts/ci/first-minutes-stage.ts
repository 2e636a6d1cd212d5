import type { Stage } from './stage.ts';
import { addTallies, type Tally } from './tally.ts';
import { runInTurn, runTrial } from './trial.ts';

/** How long each trial may take, with what is not counted in it: packages, and the copy of the repository. */
const minutes = { typescript: 6, python: 6, templates: 14, model: 10 };

/** Goes a newcomer's first minutes: with the packed packages alone, in each language and with each template; and from a clone to a model. */
export async function firstMinutes(stage: Stage): Promise<Tally> {
  const trial = (name: keyof typeof minutes) =>
    runTrial(stage, `the first minutes, ${name}`, ['tsx', 'scripts/first-three-minutes.ts', name], minutes[name]);
  // Installing waits for the registry for much of its time.
  const tried = await Promise.all([trial('templates'), runInTurn(['typescript', 'python', 'model'] as const, trial)]);
  return addTallies(tried);
}
