import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

/** What the worker needs of the build: it is put in place of `__SHELL__`. */
interface Shell {
  /** Changes with every file of the app. */
  readonly version: string;
  /** The addresses of the page and its files. */
  readonly files: readonly string[];
  /** The files of each other language, which only its readers keep. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
}

/** What is kept from the start: all of the app, so that no part of it is missing without a connection. */
const kept = /\.(js|css)$/;
/** The modules of a language that are loaded by themselves. */
const words = /\/src\/words\/([\w-]+)\/[\w-]+\.ts$/;

/** Builds `/sw.js` after the app, in one file of its own, with the names of the files that it keeps. */
export function offlineWorker(): Plugin {
  let root = '';
  let outDir = '';
  let shell: Shell = { version: '', files: [], languages: {} };
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
  const names = Object.keys(bundle).sort();
  const version = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
  const languages: Record<string, string[]> = {};
  for (const name of names) {
    const file = bundle[name];
    const language = file?.type === 'chunk' ? words.exec(file.facadeModuleId ?? '')?.[1] : undefined;
    if (language !== undefined) (languages[language] ??= []).push(`/${name}`);
  }
  const foreign = new Set(Object.values(languages).flat());
  const files = names.filter((name) => kept.test(name)).map((name) => `/${name}`);
  return { version, files: ['/', ...files.filter((file) => !foreign.has(file))], languages };
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
