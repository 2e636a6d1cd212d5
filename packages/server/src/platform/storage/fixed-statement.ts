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

/** For each column: its type, and how an item gives its value. */
export type Columns<Item> = Readonly<Record<string, readonly [ElementType, (item: Item) => unknown]>>;

/**
 * Creates a statement with a fixed text. It is built and compiled once, because doing so for each run takes as long as
 * the query. If every `rows` has a single item, a second text with one row of values is used: it takes half as many
 * steps to plan and execute as a join of arrays.
 *
 * @example
 * const findNames = fixedStatement<{ ids: string[] }, { name: string }>(({ rows }) => sql`
 *   select u.name from ${rows(({ ids }) => ids, { id: ['text', (id) => id] })} join users u using (id)`);
 * const names = await findNames(db, { ids: ['one', 'two'] });
 */
export function fixedStatement<Args, Row>(
  build: (parts: Parts<Args>) => RawBuilder<Row>,
): (db: Db | Tx, args: Args) => Promise<Row[]> {
  let ofMany: Compiled<Args> | null = null;
  let ofOne: Compiled<Args> | null = null;
  return async (db, args) => {
    ofMany ??= compile(build, manyRows);
    const isOne = ofMany.items.every((of) => of(args).length === 1);
    const { text, picks } = isOne ? (ofOne ??= compile(build, oneRow)) : ofMany;
    const parameters = picks.map((pick) => pick(args));
    const executor = db.getExecutor();
    const queryId = createQueryId();
    const query = executor.transformQuery(nodeOf(text, parameters), queryId);
    const { rows } = await executor.executeQuery<Row>({ sql: text, parameters, query, queryId });
    return rows;
  };
}

type Picker<Args> = (args: Args) => unknown;
type ItemsOf<Args> = (args: Args) => readonly unknown[];

interface Compiled<Args> {
  readonly text: string;
  readonly picks: readonly Picker<Args>[];
  /** The items of each of its `rows`. */
  readonly items: readonly ItemsOf<Args>[];
}

/** Writes rows. Each value becomes a `value` of the statement. */
type WriteRows = <Args, Item>(
  value: Parts<Args>['value'],
  of: (args: Args) => readonly Item[],
  columns: Columns<Item>,
) => RawBuilder<unknown>;

const manyRows: WriteRows = (value, of, columns) => {
  const arrays = Object.values(columns).map(
    ([type, pick]) => sql`${value((args) => new ArrayParameter(type, of(args).map(pick)))}::${sql.raw(type)}[]`,
  );
  return sql`unnest(${sql.join(arrays)}) with ordinality as given (${namesOf(columns)})`;
};

const oneRow: WriteRows = (value, of, columns) => {
  const values = Object.values(columns).map(
    ([type, pick]) => sql`${value((args) => plain(of(args).map(pick)[0]))}::${sql.raw(type)}`,
  );
  return sql`(values (${sql.join([...values, sql`1::bigint`])})) as given (${namesOf(columns)})`;
};

const namesOf = (columns: object) => sql.join([...Object.keys(columns), 'place'].map((name) => sql.ref(name)));

/** Dates become ISO texts, because the driver's own conversion to local time is slow. */
const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

function compile<Args, Row>(build: (parts: Parts<Args>) => RawBuilder<Row>, writeRows: WriteRows): Compiled<Args> {
  const items: ItemsOf<Args>[] = [];
  const value = (pick: Picker<Args>): RawBuilder<unknown> => sql`${new Pick(pick)}`;
  const rows: Parts<Args>['rows'] = (of, columns) => {
    items.push(of);
    return writeRows(value, of, columns);
  };
  const node = build({ value, rows }).toOperationNode();
  const { sql: text, parameters } = new PostgresQueryCompiler().compileQuery(node, createQueryId());
  return {
    text,
    picks: parameters.map((each) => (each instanceof Pick ? (each as Pick<Args>).of : () => each)),
    items,
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
      return parameters.map((value) => ValueNode.create(value));
    },
  };
}
