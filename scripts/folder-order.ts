import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { GeneratedFile } from './generated-file.ts';

const path = 'ARCHITECTURE.md';
const begin = '<!-- folders: made from .dependency-cruiser.cjs by scripts/generated.ts -->';
const end = '<!-- /folders -->';

/** Writes the import order of the folders of the server and the web app between two marks in the tour of the code. */
export const folderOrder: GeneratedFile = {
  path,
  async generate() {
    const page = await readFile(join(import.meta.dirname, '..', path), 'utf8');
    const [before, rest] = page.split(begin);
    const [, after] = (rest ?? '').split(end);
    if (before === undefined || after === undefined) throw new Error(`${path} has lost the marks of its folders.`);
    const rows = [...floorsOf(foldersOf('server')), { floor: 'the web app', folders: foldersOf('web') }];
    return `${before}${begin}\n<!-- prettier-ignore -->\n${tableOf(rows)}\n\n${end}${after}`;
  },
};

interface Rule {
  readonly name: string;
  readonly comment?: string;
}

interface Floor {
  readonly floor: string;
  readonly folders: readonly string[];
}

/** Returns the folders of a package from left to right, as the comment of each of its order rules lists them. */
function foldersOf(name: 'server' | 'web'): string[] {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: readonly Rule[] };
  const rule = forbidden.find((one) => one.name.startsWith(`${name}-order-of-`));
  const [, folders] = /^Left to right: (.*)$/.exec(rule?.comment ?? '') ?? [];
  if (folders === undefined) throw new Error(`.dependency-cruiser.cjs has no order of the folders of ${name}.`);
  return folders.split(' · ');
}

/** Groups `platform/time`, `platform/settings` … by floor; a folder without a floor is a floor of its own. */
function floorsOf(folders: readonly string[]): Floor[] {
  const floors = new Map<string, string[]>();
  for (const folder of folders) {
    const [floor = '', inner] = folder.split('/');
    floors.set(floor, [...(floors.get(floor) ?? []), ...(inner === undefined ? [] : [inner])]);
  }
  return [...floors].map(([floor, inner]) => ({ floor: `\`${floor}/\``, folders: inner }));
}

function tableOf(rows: readonly Floor[]): string {
  const lines = rows.map(({ floor, folders }) => `| ${floor} | ${folders.map((name) => `\`${name}\``).join(' ')} |`);
  return ['| Floor | Folders, left to right |', '| --- | --- |', ...lines].join('\n');
}
