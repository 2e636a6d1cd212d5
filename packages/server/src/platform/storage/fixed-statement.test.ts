import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedded, postgres } from '../../testing/databases-under-test.ts';
import { CommitOutcomeUnknown } from './commit-errors.ts';
import { fixedStatement } from './fixed-statement.ts';
import type { Db, Storage } from './storage.ts';

interface Note {
  readonly id: number;
  readonly text: string | null;
}

let built = 0;
const insertNotes = fixedStatement<{ notes: readonly Note[]; least: number }, Note & { place: number }>(
  ({ value, rows }) => {
    built += 1;
    const least = sql`${value((given) => given.least)}::int`;
    const kept = rows(({ notes }) => notes, { id: ['int', (note) => note.id], text: ['text', (note) => note.text] });
    return sql`
      with kept as (select * from ${kept} where id >= ${least}),
           written as (insert into notes (id, text) select id, text from kept order by place)
      select id, text, place::int as place from kept where id >= ${least} order by place`;
  },
);

describe.each([embedded, postgres])('a fixed statement at $name', ({ open, skip }) => {
  if (skip) return void it.skip('is not reachable', () => undefined);
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
    await sql`create table notes (id int primary key, text text)`.execute(storage.db);
  });
  afterAll(() => storage.close());

  it('is built once, and takes other values each time', async () => {
    const one = { id: 1, text: null };
    expect(await insertNotes(storage.db, { notes: [one], least: 0 })).toEqual([{ ...one, place: 1 }]);
    expect(await insertNotes(storage.db, { notes: [one], least: 2 })).toEqual([]);
    const notes = [
      { id: 0, text: 'left out' },
      { id: 3, text: null },
      { id: 2, text: 'two' },
    ];
    expect(await storage.transaction((tx) => insertNotes(tx, { notes, least: 2 }))).toEqual([
      { id: 3, text: null, place: 2 },
      { id: 2, text: 'two', place: 3 },
    ]);
    expect(await insertNotes(storage.db, { notes: [], least: 0 })).toEqual([]);
    expect(built).toBe(1);
  });

  it('passes a value that stands in it twice once', () => {
    expect(insertNotes.text()).toMatch(/id >= \$3::int[^]*id >= \$3::int/);
  });

  it('is seen by plugins with its values', async () => {
    const seen: unknown[] = [];
    const plugin: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        seen.push(storage.db.getExecutor().compileQuery(node, queryId).parameters.at(-1));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await insertNotes(storage.db.withPlugin(plugin) as Db, { notes: [], least: 7 });
    expect(seen).toEqual([7]);
  });

  it('takes place whole or not at all where it is a transaction by itself', async () => {
    const twice = [
      { id: 10, text: 'ten' },
      { id: 10, text: 'ten again' },
    ];
    await expect(storage.atOnce((tx) => insertNotes(tx, { notes: twice, least: 0 }))).rejects.toThrow(/unique/);
    const { rows } = await sql`select from notes where id = 10`.execute(storage.db);
    expect(rows).toEqual([]);
  });

  it('leaves it unknown whether it took place where its connection is lost', async () => {
    const clients = (storage.pool as unknown as { _clients: { connection: { stream: { destroy(): void } } }[] })
      ._clients;
    const running = storage.atOnce(async (tx) => {
      const inserted = insertNotes(tx, { notes: [{ id: 20, text: null }], least: 0 });
      for (const client of clients) client.connection.stream.destroy();
      return inserted;
    });
    await expect(running).rejects.toBeInstanceOf(CommitOutcomeUnknown);
  });
});
