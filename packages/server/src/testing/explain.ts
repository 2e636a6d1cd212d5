import { CompiledQuery, type KyselyPlugin } from 'kysely';
import type { Db, Storage, Tx } from '../storage/storage.ts';

/** What a statement did. */
export interface Explained {
  /** Rows that it gave back. */
  readonly rows: number;
  /** Pages that it touched, in memory or on disk. */
  readonly pages: number;
}

type Plan = Record<'Actual Rows' | 'Shared Hit Blocks' | 'Shared Read Blocks', number>;

/** Runs what `run` does, takes it back, and then explains the last statement of it, which is taken back too. */
export async function explain(storage: Storage, run: (db: Db) => Promise<unknown>): Promise<Explained> {
  let statement: CompiledQuery | undefined;
  const capturing: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statement = storage.db.getExecutor().compileQuery(node, queryId);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await undone(storage, (tx) => run(tx.withPlugin(capturing) as unknown as Db));
  if (statement === undefined) throw new Error('It ran no statement.');
  const { sql, parameters } = statement;
  const explained = CompiledQuery.raw(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
  const { rows } = await undone(storage, (tx) => tx.executeQuery<Record<'QUERY PLAN', unknown>>(explained));
  const said = rows[0]?.['QUERY PLAN'];
  const [{ Plan: plan }] = (typeof said === 'string' ? JSON.parse(said) : said) as [{ Plan: Plan }];
  return { rows: plan['Actual Rows'], pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
}

async function undone<T>(storage: Storage, run: (tx: Tx) => Promise<T>): Promise<T> {
  const enough = new Error('undone');
  let result: { value: T } | undefined;
  try {
    await storage.transaction(async (tx) => {
      result = { value: await run(tx) };
      throw enough;
    });
  } catch (error) {
    if (error !== enough) throw error;
  }
  return (result as { value: T }).value;
}
