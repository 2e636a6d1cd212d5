import type { Stage } from './stage.ts';
import type { Tally } from './tally.ts';
import { runInTurn, runTrial } from './trial.ts';

/** The lines of Node beside the oldest that is supported, under which the other stages run. */
const versions = ['22.23.3', '24.21.0'];

/** Starts what people run, and runs a few tests, under newer versions of Node. The build is there from the stage before. */
export function otherNodes(stage: Stage): Promise<Tally> {
  return runInTurn(versions, (version) =>
    runTrial(stage, `Node ${version}`, ['tsx', 'scripts/try-node.ts', version], 6),
  );
}
