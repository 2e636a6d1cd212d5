import { blocksAsText, readBlocks, type HistoryEntry, type ReadBlock } from '@parley/protocol';
import type { MessageRow } from '../../conversations/message-row.ts';
import { envelopeMessage } from '../../transcript/seal-delivery.ts';

/**
 * Presents a message as agents read it. If an agent or the platform wrote only blocks, their words become the text, so
 * that a conversation can be read by its texts. An attachment has no text, as in envelopes.
 */
export function presentEntry(row: MessageRow): HistoryEntry {
  const entry = envelopeMessage(row);
  const text = row.body === null && row.author_type !== 'user' ? wordsOf(row.blocks) : entry.text;
  return { ...entry, text, seq: row.seq };
}

/** Returns text blocks unchanged, and one line for each other block. */
function wordsOf(stored: MessageRow['blocks']): string {
  const blocks = readBlocks(stored, { ownsAgent: false });
  const spoken = blocks.filter(({ type }) => type !== 'tool_use' && type !== 'tool_result');
  return spoken.map(messageOf).join('\n');
}

const messageOf = (block: ReadBlock): string => (block.type === 'text' ? block.text : blocksAsText([block]));
