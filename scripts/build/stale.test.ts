import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isStale } from './stale.ts';

const target = { name: 'rooms', sources: ['src', 'tsconfig.json'], stamp: 'dist/.built', outputs: ['out'] };
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-stale-'));
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  mkdirSync(join(root, 'dist'));
  mkdirSync(join(root, 'out'));
  writeFileSync(join(root, 'src/deep/a.ts'), '');
  for (const path of ['src/deep/a.ts', 'src/deep', 'src']) setTime(path, 1000);
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

it('calls a target stale that was never built', () => {
  expect(isStale(root, target)).toBe(true);
});

it('calls a target fresh that was built after its sources', () => {
  stampAt(2000);
  expect(isStale(root, target)).toBe(false);
});

it('notices a changed file however deep', () => {
  stampAt(2000);
  setTime('src/deep/a.ts', 3000);
  expect(isStale(root, target)).toBe(true);
});

it('notices a removed file by its folder', () => {
  stampAt(2000);
  rmSync(join(root, 'src/deep/a.ts'));
  expect(isStale(root, target)).toBe(true);
});

it('calls a target stale whose output is gone', () => {
  stampAt(2000);
  rmSync(join(root, 'out'), { recursive: true });
  expect(isStale(root, target)).toBe(true);
});

function stampAt(seconds: number): void {
  writeFileSync(join(root, target.stamp), '');
  setTime(target.stamp, seconds);
}

function setTime(path: string, seconds: number): void {
  utimesSync(join(root, path), seconds, seconds);
}
