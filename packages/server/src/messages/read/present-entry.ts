import { blocksAsText, readBlocks, type HistoryEntry, type ReadBlock } from '@parley/protocol';
import type { MessageRow } from '../../transcript/message-row.ts';
import { envelopeMessage } from '../../transcript/seal-delivery.ts';

/**
 * A message as an agent reads it back. What agents and the platform say in blocks alone has their words as its text too, so that a
 * conversation can be read by its texts; an attachment has none, as in envelopes.
 */
export function presentEntry(row: MessageRow): HistoryEntry {
  const entry = envelopeMessage(row);
  const text = row.body === null && row.author_type !== 'user' ? wordsOf(row.blocks) : entry.text;
  return { ...entry, text, seq: row.seq };
}

/** Texts as they were written, and a line for each other block. */
function wordsOf(stored: MessageRow['blocks']): string {
  const blocks = readBlocks(stored, { ownsAgent: false });
  const spoken = blocks.filter(({ type }) => type !== 'tool_use' && type !== 'tool_result');
  return spoken.map(messageOf).join('\n');
}

const messageOf = (block: ReadBlock): string => (block.type === 'text' ? block.text : blocksAsText([block]));
