import { parseArgs } from 'node:util';
import { WrongUse } from './command.ts';

interface Arguments {
  /** The options that were given, by name. Flags have the value `true`. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly file: string;
}

/** Reads a file name and options. Throws `WrongUse` for anything else. */
export function readArguments(
  args: readonly string[],
  options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>,
): Arguments {
  const { values, positionals } = parse(args, options);
  const [file, ...more] = positionals;
  if (file === undefined || file === '') throw new WrongUse('The name of the file is missing.');
  if (more.length > 0) throw new WrongUse(`This is one argument too many: ${more[0] ?? ''}`);
  return { options: values, file };
}

/** Reads options alone. */
export function readOptions(
  args: readonly string[],
  options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>,
): Arguments['options'] {
  const { values, positionals } = parse(args, options);
  if (positionals.length > 0) throw new WrongUse(`This is one argument too many: ${positionals[0] ?? ''}`);
  return values;
}

function parse(args: readonly string[], options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Returns the text of an option, or undefined. */
export function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
