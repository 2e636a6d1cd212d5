import { postgresAnswers, testDatabase } from './reachable.ts';
import { skipLoudly, type Stage } from './stage.ts';
import { oneFailed, type Tally } from './tally.ts';
import { runTrial } from './trial.ts';

/** Goes from the previous release to this one under load. */
export async function rollingUpgrade(stage: Stage): Promise<Tally> {
  if (!(await postgresAnswers(stage.root, testDatabase)))
    return skipLoudly(`rolling upgrade: no PostgreSQL answers at ${new URL(testDatabase).host}.`);
  const build = await stage.run(['tsc', '-b'], 4);
  if (build.status !== 0) return oneFailed('tsc -b');
  return runTrial(stage, 'the upgrade from the previous release', ['npm', 'run', 'test:upgrade'], 8, {
    PARLEY_TEST_DATABASE_URL: testDatabase,
  });
}
