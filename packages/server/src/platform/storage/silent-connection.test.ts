import { type Migration, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgres, testServerUrl } from '../../testing/databases-under-test.ts';
import { createDatabase, type ServerDatabase } from '../../testing/postgres-template.ts';
import { silentProxy, type SilentProxy } from '../../testing/silent-proxy.ts';
import { CommitOutcomeUnknown } from './commit-errors.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';
import type { Storage } from './storage.ts';
import { isConnectionLoss, isTransient } from './transient.ts';

describe.skipIf(postgres.skip)(`a connection to ${postgres.name} that falls silent`, () => {
  let database: ServerDatabase;
  let proxy: SilentProxy;
  let storage: Storage;
  beforeAll(async () => {
    database = await createDatabase(testServerUrl ?? '');
    proxy = await silentProxy(database.url);
    storage = await openPostgres({ databaseUrl: proxy.url, poolSize: 2, answerWithinMs: 1_000 });
    await sql`create table notes (id int)`.execute(storage.db);
  });
  afterAll(async () => {
    await storage.close();
    await proxy.close();
    await database.drop();
  });

  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );
  const notes = async () => (await sql<{ id: number }>`select id from notes order by id`.execute(storage.db)).rows;

  it('is lost to the statement that waited for its answer, and another takes its place', async () => {
    await sql`select 1`.execute(storage.db);
    proxy.silence();
    const error = await failureOf(sql`select 1`.execute(storage.db));
    expect(isConnectionLoss(error)).toBe(true);
    expect(isTransient(error)).toBe(true);
    expect((await sql`select 1 as one`.execute(storage.db)).rows).toEqual([{ one: 1 }]);
    expect(storage.pool.totalCount).toBe(1);
  });

  it('fails all that was sent over it, and its transaction takes no effect', async () => {
    const results: PromiseSettledResult<unknown>[] = [];
    const attempt = storage.transaction(async (tx) => {
      await sql`insert into notes values (${1})`.execute(tx);
      proxy.silence();
      results.push(
        ...(await Promise.allSettled([2, 3, 4].map((id) => sql`insert into notes values (${id})`.execute(tx)))),
      );
      await sql`select 1`.execute(tx);
    });
    expect(isTransient(await failureOf(attempt))).toBe(true);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await notes()).toEqual([]);
  });

  it.each([
    { swallowed: 'statement', left: [] },
    { swallowed: 'answer', left: [{ id: 7 }] },
  ] as const)('leaves open whether a commit took effect (the $swallowed is swallowed)', async ({ swallowed, left }) => {
    proxy.silenceAfter(['commit\0'], swallowed);
    const attempt = storage.transaction((tx) => sql`insert into notes values (${7})`.execute(tx));
    const error = await failureOf(attempt);
    expect(error).toBeInstanceOf(CommitOutcomeUnknown);
    expect(isTransient(error)).toBe(false);
    expect(await notes()).toEqual(left);
  });

  it('is waited for by a migration, which may take its time', async () => {
    const hasty = await openPostgres({ databaseUrl: database.url, poolSize: 1, answerWithinMs: 500 });
    try {
      await expect(sql`select pg_sleep(1)`.execute(hasty.db)).rejects.toThrow('Query read timeout');
      const slow: Migration = { up: async (db) => void (await sql`select pg_sleep(1)`.execute(db)) };
      expect(await migrate(hasty, { '0001-slow': slow })).toEqual(['0001-slow']);
      const limits = await hasty.withoutTimeouts(
        async (db) => (await sql`select current_setting('statement_timeout') as statement`.execute(db)).rows,
      );
      expect(limits).toEqual([{ statement: '0' }]);
    } finally {
      await hasty.close();
    }
  });
});

describe.skipIf(postgres.skip)(`a pool of ${postgres.name} that has no connection to give`, () => {
  it('refuses after a while in a way that may be tried again, since nothing was sent', async () => {
    const storage = await openPostgres({ databaseUrl: testServerUrl ?? '', poolSize: 1, answerWithinMs: 500 });
    let release: () => void = () => undefined;
    const held = storage.transaction(() => new Promise<void>((resolve) => (release = resolve)));
    const error: unknown = await sql`select 1`.execute(storage.db).catch((reason: unknown) => reason);
    expect(isTransient(error)).toBe(true);
    release();
    await held;
    await storage.close();
  });
});
