import type { ReadBlock } from '@parley/protocol';
import { expect, it } from 'vitest';
import { agents, mine } from '../../testing/samples.ts';
import { messageText, quoted } from './message-text.ts';

it('takes what was typed, and the words of all blocks', () => {
  expect(messageText(mine(1))).toBe('Mine 1');
  const blocks: ReadBlock[] = [
    { type: 'text', text: '**Dry**' },
    { type: 'table', columns: ['Plant'], rows: [['Ficus']] },
  ];
  expect(messageText(agents(2, { blocks }))).toBe('**Dry**\n\nPlant\nFicus');
});

it('quotes each line, and leaves the line below free', () => {
  expect(quoted('one\n\ntwo')).toBe('> one\n>\n> two\n\n');
});
