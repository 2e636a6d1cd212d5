import pg from 'pg';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testServerUrl } from '../../testing/databases-under-test.ts';
import { createDatabase } from '../../testing/postgres-template.ts';
import { openPostgres } from './open-postgres.ts';

describe.skipIf(testServerUrl === undefined)('a commit that somebody waits for', () => {
  it.each([
    ['off', 'on'],
    ['local', 'on'],
    ['on', 'on'],
    ['remote_apply', 'remote_apply'],
  ])('§27 waits for the disk where the database has synchronous_commit = %s: its own is %s', async (given, own) => {
    const database = await createDatabase(testServerUrl ?? '');
    onTestFinished(() => database.drop());
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query(`alter database ${new URL(database.url).pathname.slice(1)} set synchronous_commit = ${given}`);
    await admin.end();
    const storage = await openPostgres({ databaseUrl: database.url, poolSize: 2 });
    onTestFinished(() => storage.close());
    const read = sql<{ mode: string }>`select current_setting('synchronous_commit') as mode`;
    const both = await Promise.all([read.execute(storage.db), storage.transaction((tx) => read.execute(tx))]);
    expect(both.map(({ rows }) => rows[0]?.mode)).toEqual([own, own]);
  });
});
