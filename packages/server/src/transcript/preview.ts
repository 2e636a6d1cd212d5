import { blocksAsText, oneLine, readBlocks } from '@parley/protocol';
import type { MessageRow } from './message-row.ts';

const previewCharacters = 140;

/** One line of a message, for lists. What only the agent's owner may read is not in it. */
export function previewOf({ body, blocks }: Pick<MessageRow, 'body' | 'blocks'>): string {
  return body === null ? blocksAsText(publicBlocks(blocks), previewCharacters) : oneLine(body, previewCharacters);
}

/** All words of a message, for whoever looks for one. What only the agent's owner may read is not in it. */
export function textOf({ body, blocks }: Pick<MessageRow, 'body' | 'blocks'>): string {
  return body ?? blocksAsText(publicBlocks(blocks), Number.MAX_SAFE_INTEGER);
}

function publicBlocks(blocks: MessageRow['blocks']) {
  return readBlocks(blocks, { ownsAgent: false });
}
