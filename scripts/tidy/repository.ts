import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The tracked text of a working copy, as the rules see it: forward-slashed paths relative to its root. */
export interface Repository {
  readonly paths: readonly string[];
  /** The file's text; throws where `paths` does not list it. */
  read(path: string): string;
  /** The parsed TypeScript of a `.ts` or `.tsx` file, parsed once. */
  syntax(path: string): ts.SourceFile;
}

/** Reads the folder at `root`, leaving out what is installed, built or generated at run time. */
export function openRepository(root: string): Repository {
  return toRepository(filesBelow(root, ''), (path) => readFileSync(join(root, path), 'utf8'));
}

/** A repository made of the given texts, so that a rule can be shown a failing sample. */
export function sampleRepository(texts: Readonly<Record<string, string>>): Repository {
  return toRepository(Object.keys(texts), (path) => texts[path] ?? '');
}

const skippedAnywhere = new Set(['node_modules', 'dist', '.git', '.cache', 'test-results', 'playwright-report']);
const skippedAtRoot = new Set(['data', 'coverage']);

function toRepository(paths: string[], load: (path: string) => string): Repository {
  const texts = new Map<string, string>();
  const trees = new Map<string, ts.SourceFile>();
  const read = (path: string): string => remember(texts, path, () => load(path));
  return {
    paths: paths.toSorted(),
    read,
    syntax: (path) => remember(trees, path, () => ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true)),
  };
}

function remember<T>(known: Map<string, T>, path: string, make: () => T): T {
  const found = known.get(path) ?? make();
  known.set(path, found);
  return found;
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skippedAnywhere.has(entry.name) || (folder === '' && skippedAtRoot.has(entry.name))) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(root, path);
    return entry.isFile() ? [path] : [];
  });
}
