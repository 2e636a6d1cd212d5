import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ignoredIn } from './ignored-files.ts';

async function ignored(lines: readonly string[], paths: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-ignored-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, '.gitignore'), lines.join('\n'));
  const isIgnored = ignoredIn(folder);
  return paths.filter((path) => isIgnored(path));
}

test.each([
  ['a name, in any folder', ['made.ts'], ['made.ts', 'src/made.ts'], ['src/remade.ts']],
  ['a folder and all that is in it', ['out/'], ['out/a.ts', 'src/out/a.ts'], ['src/out', 'outer/a.ts']],
  [
    'a path from the folder',
    ['/src/made.ts', 'data/*.py'],
    ['src/made.ts', 'data/a.py'],
    ['a/src/made.ts', 'data/b/a.py'],
  ],
  [
    'any depth, and any one character',
    ['**/tmp', 'a/**/b.py', 'c?.py'],
    ['x/tmp', 'a/b.py', 'a/x/y/b.py', 'c1.py'],
    ['c.py'],
  ],
  ['but not what a later line takes back', ['*.py', '!agent.py'], ['b.py'], ['agent.py']],
  ['and no comment', ['# agent.py', ''], [], ['agent.py']],
])('it leaves out %s', async (_, lines, out, kept) => {
  expect(await ignored(lines, [...out, ...kept])).toEqual(out);
});

test('a .gitignore below the folder counts from where it is, and before those above', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-ignored-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'src/made'), { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*.log.py\n');
  await writeFile(join(folder, 'src/.gitignore'), '/made/*\n!kept.log.py\n*.tmp.py\n');
  await writeFile(join(folder, 'src/made/.gitignore'), '!b.py\n');
  const out = ['a.log.py', 'src/a.tmp.py', 'src/made/a.py', 'kept.log.py'];
  const kept = ['a.tmp.py', 'made/a.py', 'src/kept.log.py', 'src/made/b.py'];
  expect([...out, ...kept].filter(ignoredIn(folder))).toEqual(out);
});

test('what no program is made of is left out without a .gitignore', async () => {
  const isIgnored = ignoredIn('/nowhere');
  expect(['node_modules/a.js', 'src/dist/a.js', '.git/x.py', 'src/a.py'].filter(isIgnored)).toEqual([
    'node_modules/a.js',
    'src/dist/a.js',
    '.git/x.py',
  ]);
});
