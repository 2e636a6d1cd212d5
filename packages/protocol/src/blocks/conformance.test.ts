import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { acceptBlocks, type ReplyMode } from './accept-blocks.ts';
import { readBlocks } from './read-blocks.ts';
import { blockDefinition, blockTypes } from './registry.ts';

interface Vector {
  name: string;
  mode: ReplyMode;
  blocks: unknown;
  code?: string;
  path?: string;
  reason?: string;
}

const folder = new URL('../../../../conformance/blocks/', import.meta.url);
const files = (kind: 'valid' | 'invalid') => readdirSync(new URL(`${kind}/`, folder)).sort();
const read = (kind: string, file: string) =>
  JSON.parse(readFileSync(new URL(`${kind}/${file}`, folder), 'utf8'), (_, value) => expandRepeat(value)) as Vector[];

function expandRepeat(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$repeat' in value)) return value;
  const [part, times] = value.$repeat as [string | unknown[], number];
  return typeof part === 'string' ? part.repeat(times) : Array.from({ length: times }, () => part).flat();
}

describe.each(files('valid'))('valid vectors of %s', (file) => {
  test.each(read('valid', file))('takes: $name', ({ blocks, mode }) => {
    const verdict = acceptBlocks(blocks, mode);
    expect(verdict).toMatchObject({ ok: true, blocks });
    for (const ownsAgent of [true, false])
      for (const block of verdict.ok ? readBlocks(verdict.blocks, { ownsAgent }) : [])
        expect(blockDefinition(block.type).read.parse(block)).toEqual(block);
  });
});

describe.each(files('invalid'))('invalid vectors of %s', (file) => {
  test.each(read('invalid', file))('refuses: $name', ({ blocks, mode, code, path, reason }) => {
    const verdict = acceptBlocks(blocks, mode);
    if (verdict.ok) expect.fail('These blocks were accepted.');
    expect(verdict.refusal).toEqual({
      code,
      path,
      ...(reason !== undefined && { reason }),
      message: expect.stringMatching(/^[A-Z].*\.$/s),
      hint: expect.stringMatching(/^[A-Z].*\.$/s),
    });
  });
});

test('Interaction blocks: every block type has vectors, and those that an agent may send have valid ones', () => {
  const names = (kind: 'valid' | 'invalid') =>
    files(kind).map((file) => file.replace('.json', '').replaceAll('-', '_'));
  const sendable = blockTypes.filter((type) => !['platform', 'nobody'].includes(blockDefinition(type).sender));
  expect(blockTypes.filter((type) => !sendable.includes(type))).toEqual(['approval_request', 'date_picker']);
  expect(names('invalid')).toEqual(expect.arrayContaining([...blockTypes]));
  expect(names('valid')).toEqual(expect.arrayContaining(sendable));
});
