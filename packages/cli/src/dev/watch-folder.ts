import { watch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What changes without being a change of the program. */
const passedOver = /^(node_modules|dist|build|coverage|__pycache__|\..*)$/;
const gatherMs = 150;

/** Tells of changes below a folder, those of one moment together, by their paths in it. Returns what ends it. */
export async function watchFolder(folder: string, onChange: (paths: readonly string[]) => void): Promise<() => void> {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const note = (path: string) => {
    if (path.split(/[\\/]/).some((part) => part !== '.env' && passedOver.test(part))) return;
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const paths = [...changed];
      changed.clear();
      onChange(paths);
    }, gatherMs);
  };
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !passedOver.test(entry.name));
  const watchers: FSWatcher[] = [
    watch(folder, (_, name) => note(name ?? '')),
    ...folders.map(({ name }) =>
      watch(join(folder, name), { recursive: true }, (_, inner) => note(join(name, inner ?? ''))),
    ),
  ];
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
