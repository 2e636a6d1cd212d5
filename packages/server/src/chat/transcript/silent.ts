import { isId } from '@parley/protocol';
import type { SilentMessage } from '../conversations/silent-queries.ts';
import type { MessageRow } from '../conversations/message-row.ts';

const inner: ReadonlySet<string> = new Set(['thinking', 'tool_use', 'tool_result']);

/** Returns whether an agent's message only reports how the agent worked, which only the agent's owner may read. */
export function isSilent({ author_type, blocks }: Pick<MessageRow, 'author_type' | 'blocks'>): boolean {
  return author_type === 'agent' && blocks.length > 0 && blocks.every(({ type }) => inner.has(type));
}

/** Returns the silent ones of these messages, for counting. */
export function silentAmong(messages: readonly MessageRow[]): SilentMessage[] {
  return messages.flatMap((message) => {
    const { author_id: agentId, conversation_id: conversationId, seq } = message;
    return isSilent(message) && isId('agent', agentId) ? [{ conversationId, seq, agentId }] : [];
  });
}
