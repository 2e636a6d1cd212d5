import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgres, testServerUrl } from '../../testing/databases-under-test.ts';
import { CommitOutcomeUnknown } from './commit-errors.ts';
import { openPostgres } from './open-postgres.ts';
import type { Storage } from './storage.ts';
import { isTransient, retryTransient } from './transient.ts';

describe.skipIf(postgres.skip)(`failures of ${postgres.name}`, () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await postgres.open();
    await sql`create table accounts (id int primary key, coins int not null)`.execute(storage.db);
    await sql`insert into accounts values (1, 10), (2, 10)`.execute(storage.db);
  });
  afterAll(() => storage.close());

  it('bounds statements and idle transactions, and says who it is', async () => {
    const { rows } = await sql`
      select current_setting('statement_timeout') as statement, current_setting('application_name') as name,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(storage.db);
    expect(rows).toEqual([{ statement: '30s', idle: '30s', name: 'parley' }]);
  });

  it('warns where nobody clears dead rows away', async () => {
    const { rows } = await sql<{ vacuums: string }>`select current_setting('autovacuum') as vacuums`.execute(
      storage.db,
    );
    const said: string[] = [];
    const log = pino({}, { write: (line) => void said.push((JSON.parse(line) as { msg: string }).msg) });
    const another = await openPostgres({ databaseUrl: testServerUrl ?? '', log });
    await another.close();
    expect(said.filter((line) => line.startsWith('autovacuum is off'))).toHaveLength(
      rows[0]?.vacuums === 'off' ? 1 : 0,
    );
  });

  it('survives the server ending a connection in the middle of a transaction', async () => {
    const attempt = storage.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(storage.db);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await sql`select 1`.execute(tx);
    });
    const error: unknown = await attempt.catch((reason: unknown) => reason);
    expect(isTransient(error)).toBe(true);
    expect(await storage.ready()).toBe(true);
  });

  it('does not claim to know the outcome of a commit during which the server ended the connection', async () => {
    await sql`create table fatal (id int)`.execute(storage.db);
    await sql`create function die() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(storage.db);
    await sql`create constraint trigger die after insert on fatal deferrable initially deferred
      for each row execute function die()`.execute(storage.db);
    const attempt = storage.transaction((tx) => sql`insert into fatal values (1)`.execute(tx));
    await expect(attempt).rejects.toBeInstanceOf(CommitOutcomeUnknown);
  });

  it('lets two transactions that exclude each other both succeed by running one again', async () => {
    let [runs, reads] = [0, 0];
    let bothHaveRead: () => void;
    const read = new Promise<void>((resolve) => (bothHaveRead = resolve));
    const takeOne = (from: number): Promise<void> =>
      retryTransient(
        () =>
          storage.transaction(async (tx) => {
            runs += 1;
            await sql`set transaction isolation level serializable`.execute(tx);
            const { rows } = await sql<{ total: number }>`select sum(coins) as total from accounts`.execute(tx);
            reads += 1;
            if (reads === 2) bothHaveRead();
            await read;
            const left = Number(rows[0]?.total) - 1;
            await sql`update accounts set coins = ${left} where id = ${from}`.execute(tx);
          }),
        { attempts: 5 },
      );
    await Promise.all([takeOne(1), takeOne(2)]);
    expect(runs).toBeGreaterThan(2);
  });

  it('refuses at once a database that does not exist', async () => {
    const url = new URL(testServerUrl ?? '');
    url.pathname = '/parley_no_such_database';
    await expect(openPostgres({ databaseUrl: url.href })).rejects.toMatchObject({
      message: expect.stringContaining('has no database parley_no_such_database'),
      cause: { code: '3D000' },
    });
  });
});
