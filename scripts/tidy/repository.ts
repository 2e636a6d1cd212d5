import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts of a working copy, by their forward-slashed paths relative to its root. */
export type Repository = ReadonlyMap<string, string>;

/** What breaks a rule of the repository, a line each for the person who has to mend it. */
export type Rule = (repository: Repository) => string[];

const skippedAnywhere = new Set(['node_modules', 'dist', '.git', '.cache', 'test-results', 'playwright-report']);
const readable = /\.(ts|tsx|sql|js|cjs|mjs|py|json|md|ya?ml|html|css|sh|toml)$|(^|\/)(\.npmrc|Dockerfile|run)$/;

/** Reads the folder at `root`, leaving out what is installed, built or generated at run time. */
export function readRepository(root: string): Repository {
  return new Map(filesBelow(root, '').map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skippedAnywhere.has(entry.name) || (folder === '' && entry.name === 'data')) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(root, path);
    return entry.isFile() && readable.test(path) ? [path] : [];
  });
}
