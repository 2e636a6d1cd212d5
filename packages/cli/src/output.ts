import { stripVTControlCharacters } from 'node:util';
import type { FailureDetails } from './failure.ts';

/** Where a command writes: data to stdout, words about it to stderr. */
export interface Output {
  readonly isJson: boolean;
  /** The result: `value` as JSON where that was asked for, else `text`. An empty text is not written. */
  result(value: unknown, text: string): void;
  /** One of many results, each a line: `value` as JSON on one line where that was asked for, else `text`. */
  line(value: unknown, text: string): void;
  /** A word about what happens. */
  note(text: string): void;
}

/** Writes to this process's stdout and stderr. */
export function output(isJson: boolean): Output {
  const write = (text: string) => void process.stdout.write(`${text}\n`);
  return {
    isJson,
    result(value, text) {
      if (isJson) write(JSON.stringify(value, null, 2));
      else if (text !== '') write(printable(text));
    },
    line: (value, text) => write(isJson ? JSON.stringify(value) : printable(text)),
    note: (text) => void process.stderr.write(`${printable(text)}\n`),
  };
}

/** Writes a failure to stderr: code, message, path and hint, or all of it as one line of JSON. */
export function printFailure(details: FailureDetails, isJson: boolean): void {
  const { exitCode: _, ...error } = details;
  if (isJson) return void process.stderr.write(`${JSON.stringify({ error })}\n`);
  const lines = [`${error.code}: ${error.message}`];
  for (const name of ['path', 'reason', 'hint', 'requestId'] as const) {
    const value = error[name];
    if (value !== undefined) lines.push(`  ${name}: ${value}`);
  }
  process.stderr.write(`${printable(lines.join('\n'))}\n`);
}

/** Rows as columns, each as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What others wrote moves no cursor and colours nothing. */
function printable(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, (char) =>
    char === '\n' || char === '\t' ? char : '\uFFFD',
  );
}
