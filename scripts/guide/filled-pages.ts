import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { GeneratedFile } from '../generated-file.ts';
import { fillIn, withoutParts } from './expand.ts';

const root = join(import.meta.dirname, '../..');

/** The pages that hold samples or what is said of blocks, which stand in them so that they are read without the site too. */
export const filledPages: readonly GeneratedFile[] = [
  ...pagesBelow('docs'),
  ...readmes('packages'),
  ...readmes('python'),
].map((path) => ({
  path,
  generate: async () => {
    const markdown = await fillIn(root, await readFile(join(root, path), 'utf8'));
    const config = await resolveConfig(join(root, path));
    return format(markdown, { ...config, parser: 'markdown' });
  },
}));

function pagesBelow(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.map((file) => join(folder, file)).filter(isAsking);
}

function readmes(folder: string): string[] {
  return readdirSync(join(root, folder))
    .map((name) => join(folder, name, 'README.md'))
    .filter(isAsking);
}

function isAsking(path: string): boolean {
  if (!path.endsWith('.md') || path.startsWith(join('docs', 'guide', 'reference'))) return false;
  try {
    return /^<!-- (sample|blocks?)\b/m.test(withoutParts(readFileSync(join(root, path), 'utf8')));
  } catch {
    return false;
  }
}
