import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part of the contract: each of its lines with the tests that hold it. */
export interface Section {
  readonly title: string;
  /** By line, in the order of the contract: at least one test each, as `file › title`. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
}

/** Reads every file of lines below `folder`, in the order of their names, and throws where one is not of the form. */
export function readSections(folder: string): Section[] {
  const files = readdirSync(folder).toSorted();
  return files.flatMap((file) => toSections(file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown));
}

function toSections(file: string, content: unknown): Section[] {
  return members(content, file).map(([title, lines]) => ({
    title,
    lines: new Map(members(lines, title).map(([line, tests]) => [line, toTests(line, tests)])),
  }));
}

function toTests(line: string, tests: unknown): string[] {
  const names = Array.isArray(tests) ? tests.filter((name) => typeof name === 'string') : [];
  if (names.length === 0) throw new Error(`"${line}" has no test.`);
  return names;
}

function members(value: unknown, where: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${where} is no object.`);
  return Object.entries(value);
}
