import { watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { ignoredIn } from './ignored-files.ts';
import type { ImportedFiles } from './imported-files.ts';

interface Watched {
  readonly folder: string;
  /** Files of the folder that always count, such as the manifest. */
  readonly files: readonly string[];
  readonly imports: ImportedFiles;
  /** Whether the program runs. One that has ended may need a file that it never came to import. */
  isRunning(): boolean;
}

/** Files that are read as a program, in any language; an agent seldom writes such a file. */
const isSource = /\.([cm]?[jt]sx?|py|rb|go|rs|java|kts?|php|exs?|cs|lua|sh)$/;
const isEnvironment = /^\.env(\.[\w.-]+)?$/;
const gatherMs = 150;
const mostFolders = 500;

/**
 * Tells of changes of what a program is made of, those of one moment together, by their paths in its folder: the files that it imports,
 * wherever they are, its environment files, and those that are named. Where it does not say what it imports, every source of the
 * folder that is not ignored counts.
 *
 * @returns What ends it.
 */
export async function watchProgram(
  { folder, files, imports, isRunning }: Watched,
  onChange: (paths: readonly string[]) => void,
): Promise<() => void> {
  const isIgnored = ignoredIn(folder);
  const isWanted = (path: string, name: string) => {
    if (files.includes(name) || isEnvironment.test(name) || imports.has(path)) return true;
    return isSource.test(name) && !isIgnored(name) && (!imports.isKnown() || !isRunning());
  };
  const gather = gathering(onChange);
  const note = (path: string) => {
    const name = relative(folder, path).split(sep).join('/');
    if (isWanted(path, name)) gather.add(name);
  };

  const watchers = new Map<string, FSWatcher>();
  const open = (path: string, recursive: boolean) => {
    if (watchers.has(path) || watchers.size >= mostFolders) return;
    watchers.set(
      path,
      // A folder that is removed is no reason to end.
      watch(path, { recursive }, (_, inner) => inner !== null && note(join(path, inner))).on('error', () => undefined),
    );
  };
  open(folder, false);
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory() && !isIgnored(`${entry.name}/`)) open(join(folder, entry.name), true);
  }
  imports.onFile((path) => open(dirname(path), false));
  return () => {
    gather.end();
    for (const watcher of watchers.values()) watcher.close();
  };
}

/** Gathers paths until none came for a moment. */
function gathering(onGathered: (paths: readonly string[]) => void) {
  const paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  return {
    add(path: string) {
      paths.add(path);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const gathered = [...paths];
        paths.clear();
        onGathered(gathered);
      }, gatherMs);
    },
    end: () => clearTimeout(timer),
  };
}
