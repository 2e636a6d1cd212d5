import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedded, postgres } from '../../testing/databases-under-test.ts';
import { TransactionAborted } from './commit-errors.ts';
import type { Db, Storage, Tx } from './storage.ts';
import { isTransient } from './transient.ts';

describe.each([embedded, postgres])('storage on $name', ({ open, skip }) => {
  if (skip) return void it.skip('is not reachable', () => undefined);
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
    await sql`create table notes (id int primary key, body text)`.execute(storage.db);
  });
  afterAll(() => storage.close());

  async function bodyOf(id: number): Promise<string | undefined> {
    const { rows } = await sql<{ body: string }>`select body from notes where id = ${id}`.execute(storage.db);
    return rows[0]?.body;
  }

  it('reads whole numbers, times, bytes and decimals as number, Date, Buffer and text', async () => {
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const at = new Date('2026-01-31T09:00:00.123Z');
    const { rows } = await sql`
      select ${9_007_199_254_740_991}::int8 as big, array[1, null, 3]::int8[] as many, ${at}::timestamptz as at,
        ${everyByte}::bytea as bytes, 1.10::numeric as price, null::int8 as none`.execute(storage.db);
    expect(rows[0]).toEqual({
      big: 9_007_199_254_740_991,
      many: [1, null, 3],
      at,
      bytes: everyByte,
      price: '1.10',
      none: null,
    });
  });

  it('carries megabytes in both directions', async () => {
    const text = 'ü€😀'.repeat(400_000);
    const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(storage.db);
    expect(rows[0]?.text === text).toBe(true);
  });

  it('commits what the work of a transaction has written', async () => {
    const result = await storage.transaction(async (tx) => {
      await sql`insert into notes values (1, 'kept')`.execute(tx);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await bodyOf(1)).toBe('kept');
  });

  it('rolls back when the work rejects, and passes its error on', async () => {
    const failure = new Error('no');
    const attempt = storage.transaction(async (tx) => {
      await sql`insert into notes values (2, 'gone')`.execute(tx);
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    expect(await bodyOf(2)).toBeUndefined();
  });

  it('does not pass off as committed a transaction in which a failed statement was swallowed', async () => {
    const attempt = storage.transaction(async (tx) => {
      await sql`insert into notes values (3, 'gone')`.execute(tx);
      await sql`select 1 / ${0}::int`.execute(tx).catch(() => undefined);
    });
    await expect(attempt).rejects.toThrow(TransactionAborted);
    expect(await bodyOf(3)).toBeUndefined();
  });

  it('goes on working after a statement that was refused', async () => {
    await expect(sql`select ${'x'}::int`.execute(storage.db)).rejects.toMatchObject({ code: '22P02' });
    await expect(sql`selec ${1}`.execute(storage.db)).rejects.toMatchObject({ code: '42601' });
    expect((await sql`select ${1}::int as one`.execute(storage.db)).rows).toEqual([{ one: 1 }]);
  });

  it('runs many transactions at once without losing any', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => 100 + index);
    const insert = (id: number) => storage.transaction((tx) => sql`insert into notes values (${id}, 'x')`.execute(tx));
    await Promise.all(ids.map(insert));
    const { rows } = await sql`select count(*) from notes where id >= 100`.execute(storage.db);
    expect(rows).toEqual([{ count: 60 }]);
  });

  it('prepares a statement with parameters once, plans it once, and uses it again', async () => {
    await storage.transaction(async (tx) => {
      for (const id of [1, 2, 3]) await sql`select body as reused from notes where id = ${id}`.execute(tx);
      const { rows } = await sql<{ name: string; used: number }>`
        select name, generic_plans as used from pg_prepared_statements where statement like '%as reused%'
          and statement not like '%pg_prepared_statements%'`.execute(tx);
      expect(rows).toEqual([{ name: expect.stringMatching(/^p_[0-9a-f]{32}$/), used: 3 }]);
    });
  });

  it('replaces a connection whose prepared statement no longer fits the table', async () => {
    await sql`create table widening (id int)`.execute(storage.db);
    const read = () => storage.transaction((tx) => sql`select * from widening where id > ${0}`.execute(tx));
    await read();
    await sql`alter table widening add column name text`.execute(storage.db);
    const outcomes: unknown[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) outcomes.push(await read().catch((error: unknown) => error));
    const failures = outcomes.filter((outcome) => outcome instanceof Error);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.length).toBeLessThanOrEqual(5);
    expect(failures.every(isTransient)).toBe(true);
    expect(outcomes.at(-1)).toMatchObject({ rows: [] });
  });

  it('is ready while it is open, and no longer when closed', async () => {
    const other = await open();
    expect(await other.ready()).toBe(true);
    await other.close();
    await other.close();
    expect(await other.ready()).toBe(false);
  });

  it('keeps transactions and the database apart by type', () => {
    const needsTx = (_: Tx): void => undefined;
    const needsDb = (_: Db): void => undefined;
    const takesBoth = (_: Db | Tx): void => undefined;
    const check = (db: Db, tx: Tx): void => {
      // @ts-expect-error a Db is no Tx
      needsTx(db);
      // @ts-expect-error a Tx is no Db
      needsDb(tx);
      takesBoth(db);
      takesBoth(tx);
    };
    expect(check).toBeTypeOf('function');
  });
});
