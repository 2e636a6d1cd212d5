import type { RawNode } from 'kysely';
import { PostgresQueryCompiler, ValueNode, createQueryId, sql, type RawBuilder } from 'kysely';
import { ArrayParameter, type ElementType } from './array-parameter.ts';
import type { Db, Tx } from './storage.ts';

/** Builds the parts of a fixed statement. Each part says how its value is taken from the arguments of a run. */
export interface Parts<Args> {
  value(pick: (args: Args) => unknown): RawBuilder<unknown>;
  /** Adds items as rows of a table `given (…, place)`. `place` counts from 1. */
  rows<Item>(of: (args: Args) => readonly Item[], columns: Columns<Item>): RawBuilder<unknown>;
}

export interface FixedStatement<Args, Row> {
  (db: Db | Tx, args: Args): Promise<Row[]>;
  /** Returns the SQL for any number of rows, with `$1` and so on for its values. */
  text(): string;
}

/** For each column: its type, and how an item gives its value. */
export type Columns<Item> = Readonly<Record<string, readonly [ElementType, (item: Item) => unknown]>>;

/**
 * Creates a statement with a fixed text. It is built and compiled once, because doing so for each run takes as long as
 * the query.
 *
 * @example
 * const findNames = fixedStatement<{ ids: string[] }, { name: string }>(({ rows }) => sql`
 *   select u.name from ${rows(({ ids }) => ids, { id: ['text', (id) => id] })} join users u using (id)`);
 * const names = await findNames(db, { ids: ['one', 'two'] });
 */
export function fixedStatement<Args, Row>(build: (parts: Parts<Args>) => RawBuilder<Row>): FixedStatement<Args, Row> {
  let compiled: Compiled<Args> | null = null;
  const run = async (db: Db | Tx, args: Args): Promise<Row[]> => {
    const { text, picks } = (compiled ??= compile(build));
    const parameters = picks.map((pick) => pick(args));
    const executor = db.getExecutor();
    const queryId = createQueryId();
    const query = executor.transformQuery(nodeOf(text, parameters), queryId);
    const { rows } = await executor.executeQuery<Row>({ sql: text, parameters, query, queryId });
    return rows;
  };
  return Object.assign(run, { text: () => (compiled ??= compile(build)).text });
}

type Picker<Args> = (args: Args) => unknown;

interface Compiled<Args> {
  readonly text: string;
  readonly picks: readonly Picker<Args>[];
}

function compile<Args, Row>(build: (parts: Parts<Args>) => RawBuilder<Row>): Compiled<Args> {
  const value = (pick: Picker<Args>): RawBuilder<unknown> => sql`${new Pick(pick)}`;
  const rows: Parts<Args>['rows'] = (of, columns) => {
    const arrays = Object.values(columns).map(
      ([type, pick]) => sql`${value((args) => new ArrayParameter(type, of(args).map(pick)))}::${sql.raw(type)}[]`,
    );
    const names = [...Object.keys(columns), 'place'].map((name) => sql.ref(name));
    return sql`unnest(${sql.join(arrays)}) with ordinality as given (${sql.join(names)})`;
  };
  const node = build({ value, rows }).toOperationNode();
  const { sql: text, parameters } = new PostgresQueryCompiler().compileQuery(node, createQueryId());
  // A value that occurs several times in the text is one parameter.
  const distinct = [...new Set(parameters)];
  return {
    text: text.replaceAll(
      /\$(\d+)/g,
      (_, number: string) => `$${distinct.indexOf(parameters[Number(number) - 1]) + 1}`,
    ),
    picks: distinct.map((each) => (each instanceof Pick ? (each as Pick<Args>).of : () => each)),
  };
}

/** Placeholder of a value in the text. */
class Pick<Args> {
  readonly of: (args: Args) => unknown;

  constructor(of: (args: Args) => unknown) {
    this.of = of;
  }
}

/**
 * Returns the statement as a node for plugins of the query builder. The getters split the text only if a plugin reads
 * them, because most connections have none.
 */
function nodeOf(text: string, parameters: readonly unknown[]): RawNode {
  return {
    kind: 'RawNode',
    get sqlFragments() {
      return text.split(/\$\d+/);
    },
    get parameters() {
      const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
      return numbers.map((number) => ValueNode.create(parameters[number - 1]));
    },
  };
}
