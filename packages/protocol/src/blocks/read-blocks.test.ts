import { expect, test } from 'vitest';
import { readBlocks } from './read-blocks.ts';
import type { StoredBlock } from './registry.ts';

const stored: StoredBlock[] = [
  { type: 'text', text: 'Hello' },
  { type: 'thinking', thinking: 'Hm.', signature: 's' },
  { type: 'tool_use', id: '1', name: 'search', input: { secret: 1 }, caller: { type: 'direct' } },
  { type: 'tool_use', id: '2', name: 'search', input: {} },
  { type: 'tool_result', tool_use_id: '1', content: 'secret', is_error: false },
  { type: 'approval_request', prompt: 'May I?', approval_id: 'apr_01KAJ8ZJ9M4J0V6W3QX5T2N7RC', kind: 'charge' },
];

test('the owner of the agent reads everything, with the reported parts marked', () => {
  const marked = [false, true, true, true, true, false];
  const expected = stored.map((block, i) => (marked[i] ? { ...block, provenance: 'reported' } : block));
  expect(readBlocks(stored, { ownsAgent: true })).toStrictEqual(expected);
});

test('anyone else reads no thinking, no input or caller of a tool, and no content that it gave', () => {
  expect(readBlocks(stored, { ownsAgent: false })).toStrictEqual([
    stored[0],
    { type: 'tool_use', id: '1', name: 'search', provenance: 'reported' },
    { type: 'tool_use', id: '2', name: 'search', provenance: 'reported' },
    { type: 'tool_result', tool_use_id: '1', is_error: false, provenance: 'reported' },
    stored[5],
  ]);
});

test('what is stored is not changed by reading it', () => {
  const before = structuredClone(stored);
  readBlocks(stored, { ownsAgent: false });
  expect(stored).toStrictEqual(before);
});
