import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The files of its own that a Node program imports. Programs in other languages report none. */
export interface ImportedFiles {
  /** What a program is started with so that it, and each Node program that it starts, reports. */
  readonly variables: Readonly<Record<string, string>>;
  has(path: string): boolean;
  /** Whether a program has reported anything. */
  isKnown(): boolean;
  /** Calls with the path of each file that is reported from now on. */
  onFile(listen: (path: string) => void): void;
  /** Removes what was kept for it. */
  end(): void;
}

const mostFiles = 5000;

/** Has programs report what they import, in a file of a temporary folder. */
export function importedFiles(nodeOptions: string | undefined): ImportedFiles {
  const folder = mkdtempSync(join(tmpdir(), 'parley-dev-'));
  const [reporter, hooks, report] = ['report.mjs', 'hooks.mjs', 'files'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(reporter, reporterSource);
  writeFileSync(hooks, hooksSource);
  writeFileSync(report, '');

  const files = new Set<string>();
  let listen: (path: string) => void = () => undefined;
  const read = () => {
    const urls = new Set(readFileSync(report, 'utf8').split('\n').filter(Boolean));
    for (const path of [...urls].flatMap(pathOf)) {
      if (files.has(path) || files.size >= mostFiles) continue;
      files.add(path);
      listen(path);
    }
  };
  const watcher = watch(report, read);
  return {
    variables: {
      NODE_OPTIONS: `${nodeOptions ?? ''} --import=${pathToFileURL(reporter).href}`.trim(),
      PARLEY_DEV_IMPORTS: report,
    },
    has(path) {
      read();
      return files.has(path);
    },
    isKnown: () => files.size > 0,
    onFile(listener) {
      listen = listener;
      files.forEach(listener);
    },
    end() {
      watcher.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function pathOf(url: string): string[] {
  try {
    const { pathname } = new URL(url);
    return [fileURLToPath(`file://${pathname}`)];
  } catch {
    return [];
  }
}

// Plain JavaScript, because it runs in the agent's own process, with any compiler.
const hooksSource = `import { appendFileSync } from 'node:fs';
const reported = new Set();
export function report(url) {
  if (!url.startsWith('file:') || url.includes('/node_modules/') || reported.has(url)) return;
  reported.add(url);
  try { appendFileSync(process.env.PARLEY_DEV_IMPORTS, url + '\\n'); } catch {}
}
export const load = (url, context, next) => { report(url); return next(url, context); };
`;

/** Hooks in the same thread hear of \`require\` too; where Node has none, its cache is looked through. */
const reporterSource = `import * as modules from 'node:module';
import { pathToFileURL } from 'node:url';
import { load, report } from './hooks.mjs';
if (modules.registerHooks) modules.registerHooks({ load });
else {
  modules.register('./hooks.mjs', import.meta.url);
  const { cache } = modules.createRequire(import.meta.url);
  const look = () => Object.keys(cache).forEach((path) => report(pathToFileURL(path).href));
  setInterval(look, 200).unref();
  process.on('exit', look);
}
`;
