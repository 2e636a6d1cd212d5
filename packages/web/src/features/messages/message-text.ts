import type { Message } from '@parley/protocol';
import { wordsOf } from '../../blocks/words-of.ts';

/** What a message says, as text: what was typed, the texts as they were written, and the words of other blocks. */
export function messageText({ body, blocks }: Message): string {
  const texts = blocks.map((block) => (block.type === 'text' ? block.text : wordsOf(block)));
  // The body of a message with blocks is its words once more.
  return (blocks.length === 0 ? [body ?? ''] : texts).filter((text) => text !== '').join('\n\n');
}

/** A text as a quotation in Markdown, with room for an answer below. */
export function quoted(text: string): string {
  return `${text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')}\n\n`;
}
