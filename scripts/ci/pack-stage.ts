import type { Stage } from './stage.ts';
import type { Tally } from './tally.ts';
import { runStep } from './trial.ts';

/** Packs what a registry would serve. It builds the packages anew, so nothing that reads them runs beside it. */
export function packages(stage: Stage): Promise<Tally> {
  return runStep(stage, 'npm run pack', ['npm', 'run', 'pack'], 6);
}
