import { randomBytes } from 'node:crypto';
import { testServerUrl } from './databases-under-test.ts';
import { dropDatabasesOfRun } from './postgres-template.ts';

/** Gives the run of tests a name. Vitest calls it. */
export function setup(): void {
  process.env['PARLEY_TEST_RUN'] = randomBytes(3).toString('hex');
}

/** Drops the databases that the run kept on PostgreSQL. */
export async function teardown(): Promise<void> {
  if (testServerUrl !== undefined) await dropDatabasesOfRun(testServerUrl);
}
