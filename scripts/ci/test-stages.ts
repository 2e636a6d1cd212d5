import { filesOfOneStage } from './once.ts';
import { startPostgres18 } from './postgres-18.ts';
import { natsAnswers, postgresAnswers, testDatabase, testNats } from './reachable.ts';
import { runVitest } from './run-vitest.ts';
import { skipLoudly, type Stage } from './stage.ts';
import { oneFailed, type Tally } from './tally.ts';

/** What `npm test` would build by itself, the other packages, and the server that `parley dev` brings. */
const builds = [
  ['tsx', 'scripts/build-missing.ts'],
  ['tsc', '-b'],
  ['npm', 'run', 'bundle', '-w', '@parley/testing'],
];

const onServer = ['vitest', 'run', '--project', 'node', '--exclude', 'packages/server/src/platform/storage/pglite/**'];

/** A stage leaves out what the other runs, unless the run is asked for everything, as before a release. */
const without = (files: readonly string[]) =>
  process.env.PARLEY_CI_WHOLE === '1' ? [] : files.flatMap((file) => ['--exclude', file]);

/** The tests as the README has people run them, but for those that the stage on PostgreSQL runs. */
export async function unitTests(stage: Stage): Promise<Tally> {
  // Without PostgreSQL there is no other stage.
  const elsewhere = (await postgresAnswers(stage.root, testDatabase)) ? filesOfOneStage(stage.root).postgres : [];
  for (const command of builds) if ((await stage.run(command, 6)).status !== 0) return oneFailed(command.join(' '));
  return runVitest(stage, {
    name: 'unit',
    command: ['npm', 'test', '--', ...without(elsewhere)],
    folders: [],
    limitMinutes: 30,
    // The build is of these sources, so tests that start the command line start that, in a third of the time.
    environment: { PARLEY_TEST_BUILT: '1', PARLEY_TEST_DATABASE_URL: 'none' },
  });
}

/** The server's tests on a real PostgreSQL, and over NATS where there is one, but for those that the stage before has run. */
export async function serverTestsOnPostgres(stage: Stage): Promise<Tally> {
  if (!(await postgresAnswers(stage.root, testDatabase)))
    return skipLoudly(`server tests on PostgreSQL: no answer at ${hostOf(testDatabase)}.`);
  const hasNats = await natsAnswers(testNats).catch(() => false);
  if (!hasNats) skipLoudly(`signals over NATS: no answer at ${hostOf(testNats)}.`);
  return runVitest(stage, {
    name: 'postgres',
    command: [...onServer, ...without(filesOfOneStage(stage.root).embedded)],
    folders: ['packages/server/', 'tests/chaos/'],
    limitMinutes: 30,
    environment: { PARLEY_TEST_DATABASE_URL: testDatabase, ...(hasNats && { PARLEY_TEST_NATS_URL: testNats }) },
  });
}

/** What may differ between versions of PostgreSQL, on the newest: schema, plans, a send, failures. */
export async function newestPostgres(stage: Stage): Promise<Tally> {
  const postgres = await startPostgres18().catch((error: unknown) => String(error));
  if (typeof postgres === 'string') return skipLoudly(`server tests on PostgreSQL 18: ${postgres}`);
  try {
    return await runVitest(stage, {
      name: 'postgres-18',
      command: onServer,
      folders: [
        'packages/server/src/platform/storage/',
        'packages/server/src/chat/messages/send/',
        'packages/server/src/testing/durability/kill.test.ts',
        'plan.test.ts',
        'plans.test.ts',
      ],
      limitMinutes: 10,
      environment: { PARLEY_TEST_DATABASE_URL: postgres.url },
    });
  } finally {
    await postgres.close();
  }
}

/** The address without what may be secret in it. */
function hostOf(address: string): string {
  return new URL(address).host;
}
