/** A value that a setting cannot take. The message goes on behind the setting's name, as in `is a whole number from 0 to 9`. */
export class Unfit extends Error {}

/** Makes a value of a setting's text. Throws `Unfit`, or an error whose message is a sentence that names the setting. */
export type Parser<Value> = (text: string, name: string) => Value;

/** One row of the table: what a setting is called, how its text is read, and the text that counts where none is set. */
export interface Setting<Value> {
  readonly name: string;
  readonly parse: Parser<Value>;
  /** Null where the setting has no default: its value is then null. */
  readonly fallback: string | null;
  /** A value that no refusal may quote. */
  readonly isSecret: boolean;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** What a table's settings come to, under the names of its rows. */
export type Values<Table extends Settings> = {
  readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value> ? Value : never;
};

/** A setting that has a default. */
export function setting<Value>(name: string, parse: Parser<Value>, fallback: string): Setting<Value> {
  return { name, parse, fallback, isSecret: false };
}

/** A setting that may be absent; it is null then. */
export function optional<Value>(name: string, parse: Parser<Value>): Setting<Value | null> {
  return { name, parse, fallback: null, isSecret: false };
}

/** The same for a value that no refusal may quote. */
export function secret<Value>(name: string, parse: Parser<Value>): Setting<Value | null> {
  return { name, parse, fallback: null, isSecret: true };
}

const longestQuote = 80;

/** Reads a whole table. Throws one sentence that begins with the name of the first setting whose value cannot be used. */
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
