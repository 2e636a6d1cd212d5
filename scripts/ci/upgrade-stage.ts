import { postgresAnswers } from './reachable.ts';
import { skipLoudly, type Stage } from './stage.ts';
import { oneFailed, onePassed, type Tally } from './tally.ts';

/** What the run ends with where the previous release cannot be built. */
const cannotBuild = 3;

/** Goes from the previous release to this one under load. */
export async function rollingUpgrade(stage: Stage): Promise<Tally> {
  const database = process.env.PARLEY_TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';
  if (!(await postgresAnswers(stage.root, database)))
    return skipLoudly(`rolling upgrade: no PostgreSQL answers at ${new URL(database).host}.`);
  const build = await stage.run(['tsc', '-b'], 4);
  if (build.status !== 0) return oneFailed('tsc -b');
  const { status } = await stage.run(['npm', 'run', 'test:upgrade'], 8, { PARLEY_TEST_DATABASE_URL: database });
  if (status === cannotBuild) return skipLoudly('rolling upgrade: the previous release cannot be built here.');
  return status === 0 ? onePassed : oneFailed('the upgrade from the previous release');
}
