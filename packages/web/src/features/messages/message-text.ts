import type { Message } from '@parley/protocol';
import { wordsOf } from '../../blocks/words-of.ts';

/** Returns a message as text: its body, or the Markdown of text blocks and the plain text of other blocks. */
export function messageText({ body, blocks }: Pick<Message, 'body' | 'blocks'>): string {
  const texts = blocks.map((block) => (block.type === 'text' ? block.text : wordsOf(block)));
  // The body of a message with blocks repeats their text.
  return (blocks.length === 0 ? [body ?? ''] : texts).filter((text) => text !== '').join('\n\n');
}

/** Returns a text as a Markdown quotation, followed by space for an answer. */
export function quoted(text: string): string {
  return `${text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')}\n\n`;
}
