/**
 * An invalid value of a setting. The message continues a sentence that begins with the setting's name: `is a whole
 * number from 0 to 9`.
 */
export class Unfit extends Error {}

/** Parses the text of a setting. Throws `Unfit`, or an error with a sentence that names the setting. */
export type Parser<Value> = (text: string, name: string) => Value;

/** One row of the table: the setting's name, its parser and its default text. */
export interface Setting<Value> {
  readonly name: string;
  readonly parse: Parser<Value>;
  /** Null if the setting has no default; its value is then null. */
  readonly fallback: string | null;
  /** Whether error messages must not quote the value. */
  readonly isSecret: boolean;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The parsed values of a table, under the names of its rows. */
export type Values<Table extends Settings> = {
  readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value> ? Value : never;
};

/** Declares a setting that has a default. */
export function setting<Value>(name: string, parse: Parser<Value>, fallback: string): Setting<Value> {
  return { name, parse, fallback, isSecret: false };
}

/** Declares a setting that may be absent. Its value is then null. */
export function optional<Value>(name: string, parse: Parser<Value>): Setting<Value | null> {
  return { name, parse, fallback: null, isSecret: false };
}

/** Declares an optional setting. Error messages never quote its value. */
export function secret<Value>(name: string, parse: Parser<Value>): Setting<Value | null> {
  return { name, parse, fallback: null, isSecret: true };
}

const longestQuote = 80;

/** Reads a whole table. Throws an `Error` with one sentence that begins with the name of the first invalid setting. */
export function readSettings<Table extends Settings>(
  table: Table,
  read: (name: string) => string | null,
): Values<Table> {
  const values = Object.entries(table).map(([key, row]) => [key, valueOf(row, read(row.name) ?? row.fallback)]);
  return Object.fromEntries(values) as Values<Table>;
}

function valueOf({ name, parse, isSecret }: Setting<unknown>, text: string | null): unknown {
  if (text === null) return null;
  try {
    return parse(text, name);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    const shown = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
    throw new Error(`${name} ${error.message}${isSecret ? '' : `, not ${JSON.stringify(shown)}`}.`, { cause: error });
  }
}
