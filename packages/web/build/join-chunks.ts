import type { Plugin } from 'vite';

export interface JoinedChunks {
  readonly plugin: Plugin;
  /** For the bundler's groups: whether a module belongs to the chunk of this name. */
  belongsTo(name: string): (id: string) => boolean;
}

interface Module {
  readonly code: string | null;
  readonly importedIds: readonly string[];
}

/** Names every icon there is; who imports one of them imports this. */
const allIcons = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/u;
const iconImport = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/gu;

/**
 * Puts all that a module needs before it can run into one chunk, where the bundler would split off each piece that others share:
 * a request and its headers cost more than most of those pieces hold. What an earlier chunk has, a later one does not hold again.
 */
export function joinChunks(roots: Readonly<Record<string, string>>): JoinedChunks {
  const chunkOf = new Map<string, string>();
  return {
    plugin: {
      name: 'parley-join-chunks',
      apply: 'build',
      buildEnd() {
        const ids = [...this.getModuleIds()];
        const icons = iconFiles(this.getModuleInfo(ids.find((id) => allIcons.test(id)) ?? ''));
        for (const [name, path] of Object.entries(roots)) {
          const waiting = ids.filter((id) => id.endsWith(path));
          for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
            if (chunkOf.has(id)) continue;
            chunkOf.set(id, name);
            const needed = neededBy(this.getModuleInfo(id), icons);
            waiting.push(...ids.filter((other) => needed.has(other)));
          }
        }
      },
    },
    belongsTo: (name) => (id) => chunkOf.get(id) === name,
  };
}

/** What a module imports, but of all icons only those that it names. */
function neededBy(module: Module | null, icons: ReadonlyMap<string, string>): ReadonlySet<string> {
  if (!module) return new Set();
  const named = [...(module.code ?? '').matchAll(iconImport)].flatMap(([, names = '']) => names.split(','));
  const files = named.map((name) => icons.get(name.trim().split(/\s+as\s+/u)[0] ?? ''));
  const barrel = module.importedIds.find((id) => allIcons.test(id));
  const folder = barrel?.replace(/[^/]*$/u, '') ?? '';
  const others = module.importedIds.filter((id) => id !== barrel);
  return new Set([...others, ...files.filter((file) => file !== undefined).map((file) => folder + file)]);
}

/** The file of each icon by its names. */
function iconFiles(index: Module | null): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of (index?.code ?? '').matchAll(
    /export\s*\{([^}]*)\}\s*from\s*["']\.\/([^"']+)["']/gu,
  )) {
    for (const name of names.split(','))
      files.set(
        name
          .trim()
          .split(/\s+as\s+/u)
          .at(-1) ?? '',
        file,
      );
  }
  return files;
}
