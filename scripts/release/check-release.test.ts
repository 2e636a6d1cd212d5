import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkRelease } from './check-release.ts';

let root = '';
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
const json = (value: unknown) => JSON.stringify(value);

/** Writes files, and commits them. */
function commit(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  git('add', '-A');
  git(
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.org',
    'commit',
    '-q',
    '-m',
    'Change',
    '--date=2026-11-26T12:00:00Z',
  );
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-release-'));
  git('init', '-q');
  commit({
    'package.json': json({ version: '1.2.3' }),
    'packages/one/package.json': json({ version: '1.2.3' }),
    'package-lock.json': json({ version: '1.2.3', packages: { '': {}, 'packages/one': {}, 'node_modules/other': {} } }),
    'python/parley-agent/pyproject.toml': '[project]\nversion = "1.2.3"\n',
    'CHANGELOG.md': '# Changelog\n\n## [1.2.3] - 2026-11-26\n',
  });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('knows the version, the commit and its time', () => {
  const epoch = Number(git('log', '-1', '--format=%ct').toString());
  expect(checkRelease(root)).toEqual({ version: '1.2.3', commit: expect.stringMatching(/^[0-9a-f]{40}$/), epoch });
});

it('refuses a tree that is not clean, and names the files', () => {
  writeFileSync(join(root, 'left.txt'), '');
  expect(() => checkRelease(root)).toThrow(/not clean[^]*left\.txt/);
});

it('refuses versions that differ, of npm and of Python', () => {
  commit({ 'packages/one/package.json': json({ version: '1.2.2' }) });
  expect(() => checkRelease(root)).toThrow(/packages\/one\/package\.json: 1\.2\.2/);
  commit({
    'packages/one/package.json': json({ version: '1.2.3' }),
    'python/parley-agent/pyproject.toml': 'version = "1.2"\n',
  });
  expect(() => checkRelease(root)).toThrow(/pyproject\.toml: 1\.2/);
});

it('refuses a changelog whose section of the version has no date', () => {
  commit({ 'CHANGELOG.md': '## [1.2.3] - unreleased\n\n## [1.2.2] - 2026-11-20\n' });
  expect(() => checkRelease(root)).toThrow('no dated section');
});
