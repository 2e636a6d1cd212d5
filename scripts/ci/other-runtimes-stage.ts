import type { Stage } from './stage.ts';
import type { Tally } from './tally.ts';
import { runInTurn, runTrial } from './trial.ts';

/** Runs agents on the SDK under what is not Node. The build is there from the stage before. */
export function otherRuntimes(stage: Stage): Promise<Tally> {
  return runInTurn(['bun', 'deno'], (name) => runTrial(stage, name, ['tsx', 'scripts/try-runtime.ts', name], 4));
}
