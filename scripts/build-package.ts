import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds the package of the folder that it runs in, before it is packed: its `dist` then holds what its sources give, and nothing of
 * those that are gone. Other packages may be using it meanwhile, so it is not emptied first.
 */
const root = join(import.meta.dirname, '..');
const tsc = join(root, 'node_modules/.bin/tsc');
const { status } = spawnSync(tsc, ['-b'], { stdio: ['ignore', 'inherit', 'inherit'] });
if (status !== 0) process.exit(status ?? 1);

const built = readdirSync('dist', { recursive: true, encoding: 'utf8' });
for (const file of built.filter((name) => /\.(js|ts)(\.map)?$/.test(name))) {
  const source = join('src', file.replace(/(\.d)?\.(js|ts)(\.map)?$/, '.ts'));
  if (!existsSync(source)) rmSync(join('dist', file));
}
