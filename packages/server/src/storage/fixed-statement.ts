import type { RawNode } from 'kysely';
import { PostgresQueryCompiler, ValueNode, createQueryId, sql, type RawBuilder } from 'kysely';
import { ArrayParameter, type ElementType } from './array-parameter.ts';
import type { Db, Tx } from './storage.ts';

/** What a fixed statement is put together with; each part says how its value is got from what the statement is run with. */
export interface Parts<Args> {
  value(pick: (args: Args) => unknown): RawBuilder<unknown>;
  /** Items as rows: `unnest(…) with ordinality as given (…, place)`, where `place` counts from 1. */
  rows<Item>(of: (args: Args) => readonly Item[], columns: Columns<Item>): RawBuilder<unknown>;
}

/** For each column its type, and its value in an item. */
export type Columns<Item> = Readonly<Record<string, readonly [ElementType, (item: Item) => unknown]>>;

/**
 * A statement whose text is always the same. It is put together once, for to build and compile a large one anew for each run takes as
 * long as to run it.
 *
 * @example
 * const findNames = fixedStatement<{ ids: string[] }, { name: string }>(({ rows }) => sql`
 *   select u.name from ${rows(({ ids }) => ids, { id: ['text', (id) => id] })} join users u using (id)`);
 * const names = await findNames(db, { ids: ['one', 'two'] });
 */
export function fixedStatement<Args, Row>(
  build: (parts: Parts<Args>) => RawBuilder<Row>,
): (db: Db | Tx, args: Args) => Promise<Row[]> {
  let text: string | null = null;
  let picks: readonly ((args: Args) => unknown)[] = [];
  return async (db, args) => {
    if (text === null) ({ text, picks } = compile(build));
    const parameters = picks.map((pick) => pick(args));
    const executor = db.getExecutor();
    const queryId = createQueryId();
    const query = executor.transformQuery(nodeOf(text, parameters), queryId);
    const { rows } = await executor.executeQuery<Row>({ sql: text, parameters, query, queryId });
    return rows;
  };
}

function compile<Args, Row>(build: (parts: Parts<Args>) => RawBuilder<Row>) {
  const value = (pick: (args: Args) => unknown): RawBuilder<unknown> => sql`${new Pick(pick)}`;
  const rows = <Item>(of: (args: Args) => readonly Item[], columns: Columns<Item>): RawBuilder<unknown> => {
    const arrays = Object.values(columns).map(
      ([type, pick]) => sql`${value((args) => new ArrayParameter(type, of(args).map(pick)))}::${sql.raw(type)}[]`,
    );
    const names = [...Object.keys(columns), 'place'].map((name) => sql.ref(name));
    return sql`unnest(${sql.join(arrays)}) with ordinality as given (${sql.join(names)})`;
  };
  const node = build({ value, rows }).toOperationNode();
  const { sql: text, parameters } = new PostgresQueryCompiler().compileQuery(node, createQueryId());
  return { text, picks: parameters.map((each) => (each instanceof Pick ? (each as Pick<Args>).of : () => each)) };
}

/** Stands for a value in the text. */
class Pick<Args> {
  readonly of: (args: Args) => unknown;

  constructor(of: (args: Args) => unknown) {
    this.of = of;
  }
}

/** The statement as a plugin of the query builder sees it. Most connections have none, so it is taken apart only where one looks. */
function nodeOf(text: string, parameters: readonly unknown[]): RawNode {
  return {
    kind: 'RawNode',
    get sqlFragments() {
      return text.split(/\$\d+/);
    },
    get parameters() {
      return parameters.map((value) => ValueNode.create(value));
    },
  };
}
