import { blocksAsText, oneLine, readBlocks } from '@parley/protocol';
import type { MessageRow } from '../conversations/message-row.ts';

const previewCharacters = 140;
/** Replaces the text of a decision, which only the person who makes it may read. */
const forOne = 'open to read';

/** Returns one line of a message for lists. Leaves out what only the agent's owner may read. */
export function previewOf({ body, blocks }: Pick<MessageRow, 'body' | 'blocks'>): string {
  return body === null ? blocksAsText(publicBlocks(blocks), previewCharacters) : oneLine(body, previewCharacters);
}

/** Returns the full text of a message. Leaves out what only the agent's owner may read. */
export function textOf({ body, blocks }: Pick<MessageRow, 'body' | 'blocks'>): string {
  return body ?? blocksAsText(publicBlocks(blocks), Number.MAX_SAFE_INTEGER);
}

function publicBlocks(blocks: MessageRow['blocks']) {
  return readBlocks(blocks, { ownsAgent: false }).map((block) =>
    block.type === 'approval_request' ? ({ type: block.type, prompt: forOne } as const) : block,
  );
}
