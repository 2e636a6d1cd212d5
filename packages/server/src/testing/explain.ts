import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { ArrayParameter } from '../platform/storage/array-parameter.ts';
import type { Db, Storage, Tx } from '../platform/storage/storage.ts';

/** What a statement did. */
export interface Explained {
  /** Rows that it returned. */
  readonly rows: number;
  /** Pages that it read, from memory or disk. */
  readonly pages: number;
  /** Its plan's kinds of steps, such as a sort or a sequential scan of messages, each once. */
  readonly steps: readonly string[];
  /** Rows that it read from each table, including those that it filtered out. */
  readonly visited: Readonly<Record<string, number>>;
}

interface Plan extends Record<'Actual Rows' | 'Actual Loops' | 'Shared Hit Blocks' | 'Shared Read Blocks', number> {
  readonly 'Node Type': string;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Runs `run` and rolls it back, then explains its last statement and rolls that back too. */
export async function explain(storage: Storage, run: (db: Db) => Promise<unknown>): Promise<Explained> {
  return explainOne(storage, await lastStatement(storage, run));
}

/** Like `explain`, but explains every statement, in order. */
export async function explainEach(storage: Storage, run: (db: Db) => Promise<unknown>): Promise<Explained[]> {
  const explained: Explained[] = [];
  for (const statement of await statementsOf(storage, run)) explained.push(await explainOne(storage, statement));
  return explained;
}

/** Explains one statement, and rolls it back. */
export async function explainOne(
  storage: Storage,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): Promise<Explained> {
  const { rows } = await undone(storage, async (tx) => {
    const say = (text: string) => tx.executeQuery<Answer>(CompiledQuery.raw(text));
    if (storage.kind === 'pglite' || parameters.length === 0)
      return tx.executeQuery<Answer>(CompiledQuery.raw(`${explaining} ${sql}`, [...parameters]));
    // As on connections to PostgreSQL: one generic plan for all values.
    await say('set local plan_cache_mode = force_generic_plan');
    await say(`prepare explained as ${sql}`);
    try {
      return await say(`${explaining} execute explained (${parameters.map(written).join(', ')})`);
    } finally {
      // A prepared statement would outlive the transaction.
      await say('deallocate explained');
    }
  });
  return read(rows);
}

/** Writes a value as an SQL literal. */
function written(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return `'${textOf(value).replaceAll("'", "''")}'`;
}

function textOf(value: unknown): string {
  if (value instanceof ArrayParameter) return textOf(value.values);
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return value instanceof Date ? value.toISOString() : String(value);
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? textOf(value) : `"${textOf(value).replace(/[\\"]/g, '\\$&')}"`;
}

/**
 * Explains the last statement of `run` under a cached plan, which was made after `planned` and is executed after
 * `grown`. Rolls everything back.
 */
export async function explainKept(
  storage: Storage,
  run: (db: Db) => Promise<unknown>,
  { planned, grown }: Record<'planned' | 'grown', (tx: Tx) => Promise<unknown>>,
): Promise<Explained> {
  const { sql, parameters } = await lastStatement(storage, run);
  const values = parameters.map(written);
  return undone(storage, async (tx) => {
    const say = (text: string) => tx.executeQuery<Answer>(CompiledQuery.raw(text));
    await planned(tx);
    await say('set local plan_cache_mode = force_generic_plan');
    await say(`prepare kept as ${sql}`);
    await say(`explain execute kept (${values.join(', ')})`);
    await grown(tx);
    const { rows } = await say(`${explaining} execute kept (${values.join(', ')})`);
    // A prepared statement would outlive the transaction.
    await say('deallocate kept');
    return read(rows);
  });
}

/**
 * Explains the last statement of each of `runs` twice under a cached plan: when it was made, and after all tables have
 * grown. Rolls everything back.
 */
export async function explainGrown(
  storage: Storage,
  runs: readonly ((db: Db) => Promise<unknown>)[],
  grow: (tx: Tx) => Promise<unknown>,
): Promise<{ readonly small: Explained; readonly large: Explained }[]> {
  const statements: CompiledQuery[] = [];
  for (const run of runs) statements.push(await lastStatement(storage, run));
  return undone(storage, async (tx) => {
    const say = (text: string) => tx.executeQuery<Answer>(CompiledQuery.raw(text));
    const execute = (place: number) =>
      `execute kept_${place} (${(statements[place]?.parameters ?? []).map(written).join(', ')})`;
    const explainAll = async () => {
      const all: Explained[] = [];
      for (const place of statements.keys()) {
        await say('savepoint before_it');
        all.push(read((await say(`${explaining} ${execute(place)}`)).rows));
        await say('rollback to savepoint before_it');
      }
      return all;
    };
    await say('set local plan_cache_mode = force_generic_plan');
    for (const [place, { sql }] of statements.entries()) await say(`prepare kept_${place} as ${sql}`);
    const small = await explainAll();
    await grow(tx);
    const large = await explainAll();
    // Prepared statements would outlive the transaction.
    for (const place of statements.keys()) await say(`deallocate kept_${place}`);
    return small.map((each, place) => ({ small: each, large: large[place] as Explained }));
  });
}

type Answer = Record<'QUERY PLAN', unknown>;

const explaining = 'explain (analyze, buffers, format json)';

async function lastStatement(storage: Storage, run: (db: Db) => Promise<unknown>): Promise<CompiledQuery> {
  const statement = (await statementsOf(storage, run)).at(-1);
  if (statement === undefined) throw new Error('It ran no statement.');
  return statement;
}

async function statementsOf(storage: Storage, run: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const capturing = capture(storage, (statement) => statements.push(statement));
  await undone(storage, (tx) => run(tx.withPlugin(capturing) as unknown as Db));
  return statements;
}

/** Returns a plugin that passes each statement to `heard`. */
export function capture({ db }: Storage, heard: (statement: CompiledQuery) => void): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      heard(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

function read(rows: readonly Answer[]): Explained {
  const said = rows[0]?.['QUERY PLAN'];
  const [{ Plan: plan }] = (typeof said === 'string' ? JSON.parse(said) : said) as [{ Plan: Plan }];
  return {
    rows: plan['Actual Rows'],
    pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    steps: [...new Set(stepsOf(plan))],
    visited: visitedBy(plan),
  };
}

function visitedBy(plan: Plan, visited: Record<string, number> = {}): Record<string, number> {
  const table = plan['Relation Name'];
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  if (table !== undefined) visited[table] = (visited[table] ?? 0) + rows;
  for (const part of plan.Plans ?? []) visitedBy(part, visited);
  return visited;
}

function stepsOf(plan: Plan): string[] {
  const table = plan['Node Type'] === 'Seq Scan' ? ` on ${plan['Relation Name']}` : '';
  return [`${plan['Node Type']}${table}`, ...(plan.Plans ?? []).flatMap(stepsOf)];
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
