import type { SendableBlock } from '@parley/protocol';
import { acceptBlocks } from '@parley/protocol/agent';
import { refusedLocally } from './errors.ts';

/** What can be sent: a text, one block, or several blocks. A text of more than 10,000 characters becomes several blocks. */
export type Content = string | SendableBlock | readonly SendableBlock[];

const textCharacters = 10_000;

/**
 * Turns content into the blocks of a request and checks them as the platform will.
 *
 * @throws RefusedError with the code, path, reason and hint of the first fault.
 */
export function toBlocks(content: Content, mode: 'partial' | 'final'): SendableBlock[] {
  const blocks = typeof content === 'string' ? textBlocks(content) : isList(content) ? [...content] : [content];
  const accepted = acceptBlocks(blocks, mode);
  if (!accepted.ok) throw refusedLocally(accepted.refusal);
  return accepted.blocks;
}

/** Cuts a text into text blocks of at most 10,000 characters (code points). An empty text is one empty block. */
export function textBlocks(text: string): SendableBlock[] {
  if (text.length <= textCharacters) return [{ type: 'text', text }];
  const characters = Array.from(text);
  const blocks: SendableBlock[] = [];
  for (let i = 0; i < characters.length; i += textCharacters) {
    blocks.push({ type: 'text', text: characters.slice(i, i + textCharacters).join('') });
  }
  return blocks;
}

/** Whether it asks a person to fill something in. */
export function showsForm(content: Content): boolean {
  if (typeof content === 'string') return false;
  return (isList(content) ? content : [content]).some(({ type }) => type === 'form');
}

function isList(content: SendableBlock | readonly SendableBlock[]): content is readonly SendableBlock[] {
  return Array.isArray(content);
}
