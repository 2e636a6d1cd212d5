import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

/** What the worker needs of the build: it is put in place of `__SHELL__`. */
interface Shell {
  /** Changes with every file of the app. */
  readonly version: string;
  /** The addresses that a first page and a room are made of. */
  readonly files: readonly string[];
}

/** Chunks beyond the entry that are kept from the start: what a room needs. The rest is kept once it was used. */
const keptFromTheStart = /^room-screen$/;

/** Builds `/sw.js` after the app, in one file of its own, with the names of the files that it keeps. */
export function offlineWorker(): Plugin {
  let root = '';
  let outDir = '';
  let shell: Shell = { version: '', files: [] };
  return {
    name: 'parley-offline-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle: (_options, bundle) => {
      shell = shellOf(bundle);
    },
    closeBundle: { order: 'pre', sequential: true, handler: () => buildWorker(root, outDir, shell) },
  };
}

function shellOf(bundle: Rolldown.OutputBundle): Shell {
  const kept = new Set<string>();
  const keep = (name: string): void => {
    const file = bundle[name];
    if (!file || kept.has(name)) return;
    kept.add(name);
    if (file.type !== 'chunk') return;
    file.imports.forEach(keep);
    file.viteMetadata?.importedCss.forEach(keep);
  };
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === 'chunk' && (file.isEntry || keptFromTheStart.test(file.name))) keep(name);
  }
  const version = createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 16);
  return { version, files: ['/', ...[...kept].sort().map((name) => `/${name}`)] };
}

async function buildWorker(root: string, outDir: string, shell: Shell): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { __SHELL__: JSON.stringify(shell) },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(root, 'offline/main.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}
