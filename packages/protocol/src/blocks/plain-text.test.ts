import { describe, expect, test } from 'vitest';
import { blocksAsText } from './plain-text.ts';
import type { ReadBlock } from './registry.ts';

const reported = { provenance: 'reported' } as const;
const asset_id = 'ast_01KAJ8ZJ9M4J0V6W3QX5T2N7RC';

const lines: [string, ReadBlock][] = [
  ['Done: 3 files, see notes', { type: 'text', text: '# Done:\n\n**3** files,\n- see [notes](https://example.org/n)' }],
  ['snake_case_name * 2 * 3', { type: 'text', text: 'snake_case_name * 2 * 3' }],
  ['A chair: Four legs', { type: 'card', title: 'A chair', body: '*Four* legs' }],
  ['Image', { type: 'image', asset_id }],
  ['Image: A chair', { type: 'image', asset_id, alt_text: 'A chair' }],
  ['File: report.pdf', { type: 'file', asset_id, filename: 'report.pdf' }],
  ['Audio (1:05)', { type: 'audio', asset_id, duration_seconds: 64.6 }],
  ['Video (1:00:09)', { type: 'video', asset_id, duration_seconds: 3609 }],
  ['Yes · No', { type: 'buttons', buttons: ['Yes', 'No'].map((label) => ({ label, payload: label })) }],
  ['Form: Size', { type: 'form', form_id: 'f', fields: [{ name: 'size', label: 'Size', field_type: 'number' }] }],
  ['Approval needed: Pay 5 coins?', { type: 'approval_request', prompt: 'Pay 5 coins?', coin_amount: 5 }],
  ['Task in progress', { type: 'task_update', task_id: 'tsk_01KAJ8ZJ9M4J0V6W3QX5T2N7RC', status: 'in_progress' }],
  ['Reading (0 %)', { type: 'progress', label: 'Reading', percent: 0 }],
  ['Table: City (1 row)', { type: 'table', columns: ['City'], rows: [['Bern']] }],
  ['Thinking', { type: 'thinking', thinking: 'Hm.', signature: 's', ...reported }],
  ['Tool: search', { type: 'tool_use', id: '1', name: 'search', ...reported }],
  ['Tool failed', { type: 'tool_result', tool_use_id: '1', is_error: true, ...reported }],
  ['To do: One, Two', { type: 'list', title: 'To do', items: ['One', 'Two'] }],
  ['Pick a date: When?', { type: 'date_picker', title: 'When?' }],
  ['Location: 46.9, -7', { type: 'location', latitude: 46.9, longitude: -7 }],
  ['Launch, 2026-01-31 09:00', { type: 'event', title: 'Launch', starts_at: '2026-01-31T09:00:00Z' }],
  ['Done: All is done.', { type: 'notification', title: 'Done', body: 'All is done.' }],
  ['I look that up.', { type: 'intent', text: 'I look that up.' }],
  ['Needs a person: to decide', { type: 'needs_human', reason: 'to decide' }],
  ['Chart: pie', { type: 'chart', chart_type: 'pie', x_key: 'x', series: [{ data_key: 'y' }], data: [{ x: 1, y: 1 }] }],
];

describe('the plain-text form of a block', () => {
  test.each(lines)('§5 is %s', (line, block) => expect(blocksAsText([block])).toBe(line));
});

describe('the plain-text form of several blocks', () => {
  const thinking: ReadBlock = { type: 'thinking', thinking: 'Hm.', signature: 's', ...reported };

  test('leaves reported inner work out where anything else is there', () => {
    expect(blocksAsText([thinking, { type: 'text', text: 'Hello' }, { type: 'intent', text: 'On it' }])).toBe(
      'Hello On it',
    );
  });

  test('is one line, without characters that break it or turn its reading order', () => {
    expect(blocksAsText([{ type: 'text', text: ' a\r\n\t b\u0000c\u202ed\ud800e ' }])).toBe('a b c d e');
  });

  test('is cut by code points, so that no character is torn', () => {
    expect(blocksAsText([{ type: 'text', text: '😀'.repeat(30) }], 10)).toBe('😀'.repeat(9) + '…');
    expect(blocksAsText([{ type: 'text', text: '😀'.repeat(10) }], 10)).toBe('😀'.repeat(10));
    expect(
      blocksAsText(
        [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b'.repeat(20) },
        ],
        10,
      ),
    ).toBe('a bbbbbbb…');
  });

  test('of no blocks is empty', () => expect(blocksAsText([])).toBe(''));

  test('stays within its bound however long and odd the text is', () => {
    for (const part of ['*', '[', '`', '_ ', ' ', '[a](', '> ', '~~a'])
      expect([...blocksAsText([{ type: 'text', text: part.repeat(10_000 / part.length) }], 80)].length).toBeLessThan(
        81,
      );
  });
});
