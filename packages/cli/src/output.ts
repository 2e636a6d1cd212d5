import { coded } from '@parley/protocol/agent';
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
      if (isJson) write(coded(JSON.stringify(value, null, 2)));
      else if (text !== '') write(coded(text));
    },
    line: (value, text) => write(isJson ? coded(JSON.stringify(value)) : coded(text)),
    note: (text) => void process.stderr.write(`${coded(text)}\n`),
  };
}

/** Writes a failure to stderr: code, message, path and hint, or all of it as one line of JSON. */
export function printFailure(details: FailureDetails, isJson: boolean): void {
  const { exitCode: _, ...error } = details;
  if (isJson) return void process.stderr.write(`${coded(JSON.stringify({ error }))}\n`);
  const lines = [`${error.code}: ${error.message}`];
  for (const name of ['path', 'reason', 'hint', 'requestId'] as const) {
    const value = error[name];
    if (value !== undefined) lines.push(`  ${name}: ${value}`);
  }
  process.stderr.write(`${coded(lines.join('\n'))}\n`);
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
