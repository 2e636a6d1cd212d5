import { expect, it } from 'vitest';
import { judgeByRatchet } from './ratchet.ts';

const finding = { subject: 'a.ts', amount: 320, message: 'has 320 lines.' };

it('passes on a finding that no entry allows', () => {
  expect(judgeByRatchet('file-length', [finding], {})).toEqual(['file-length: a.ts has 320 lines.']);
});

it('lets an entry cover a finding of its own amount, and no more', () => {
  expect(judgeByRatchet('file-length', [finding], { 'file-length': { 'a.ts': 320 } })).toEqual([]);
  expect(judgeByRatchet('file-length', [finding], { 'file-length': { 'a.ts': 319 } })).toHaveLength(1);
});

it('asks for a tighter entry once the repository is better than it', () => {
  expect(judgeByRatchet('file-length', [finding], { 'file-length': { 'a.ts': 400 } })).toEqual([
    'file-length: a.ts is better than its ratchet of 400: lower the entry to 320.',
  ]);
  expect(judgeByRatchet('file-length', [], { 'file-length': { 'a.ts': 400 } })[0]).toContain('remove the entry');
});
