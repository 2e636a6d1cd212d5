import { natsAnswers, postgresAnswers } from './reachable.ts';
import { tallyOf, vitestReport } from './reports.ts';
import { skipLoudly, type Stage } from './stage.ts';
import type { Tally } from './tally.ts';

/** The tests as the README has people run them, but for those that the stage on PostgreSQL makes anyway. */
export async function unitTests(stage: Stage): Promise<Tally> {
  const report = stage.reportPath('unit');
  const environment = { PARLEY_TEST_DATABASE_URL: 'none' };
  const { status } = await stage.run(['npm', 'test', '--', ...reportTo(report)], 30, environment);
  return tallyOf(report, vitestReport, status);
}

/** The server's tests again, on a real PostgreSQL, and over NATS where there is one. */
export async function serverTestsOnPostgres(stage: Stage): Promise<Tally> {
  const database = process.env.PARLEY_TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';
  const nats = process.env.PARLEY_TEST_NATS_URL ?? 'nats://127.0.0.1:4222';
  if (!(await postgresAnswers(stage.root, database)))
    return skipLoudly(`server tests on PostgreSQL: no answer at ${hostOf(database)}.`);
  const hasNats = await natsAnswers(nats).catch(() => false);
  if (!hasNats) skipLoudly(`signals over NATS: no answer at ${hostOf(nats)}.`);
  const environment = { PARLEY_TEST_DATABASE_URL: database, ...(hasNats && { PARLEY_TEST_NATS_URL: nats }) };
  const report = stage.reportPath('postgres');
  const tests = ['packages/server/', 'tests/chaos/', '--exclude', 'packages/server/src/storage/pglite/**'];
  const command = ['vitest', 'run', '--project', 'node', ...tests, ...reportTo(report)];
  const { status } = await stage.run(command, 30, environment);
  return tallyOf(report, vitestReport, status);
}

function reportTo(path: string): string[] {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
}

/** The address without what may be secret in it. */
function hostOf(address: string): string {
  return new URL(address).host;
}
