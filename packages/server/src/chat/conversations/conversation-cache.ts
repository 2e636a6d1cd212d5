import type { ConversationId } from '@parley/protocol';
import type { Hub } from '../../platform/signals/hub.ts';
import { RecentMap } from '../../platform/time/recent-map.ts';
import type { PeopledConversationRow } from './queries.ts';

export interface CachedConversation {
  readonly conversation: PeopledConversationRow;
  /** Whether its agent accepts deliveries; false without an agent. */
  readonly isLive: boolean;
}

/** Maximum number of cached conversations. The least recently written are forgotten. */
const conversationsMax = 20_000;

/**
 * Caches conversations, from this server's last reads and writes. An entry may be outdated at any time: the statement
 * that uses it compares it with the database under the lock of the conversation.
 */
export class ConversationCache {
  private readonly conversations = new RecentMap<ConversationId, CachedConversation>(conversationsMax);

  of(conversationId: ConversationId): CachedConversation | undefined {
    return this.conversations.get(conversationId);
  }

  learn(cached: CachedConversation): void {
    this.conversations.set(cached.conversation.conversation_id, cached);
  }

  /** Updates the entry after a message was written to its conversation. */
  advance(conversationId: ConversationId, end: { readonly seq: number; readonly at: Date }): void {
    const cached = this.conversations.get(conversationId);
    if (!cached) return;
    const conversation = { ...cached.conversation, last_seq: end.seq, last_message_at: end.at };
    this.learn({ ...cached, conversation });
  }

  forget(conversationId: ConversationId): void {
    this.conversations.delete(conversationId);
  }
}

/** Opens the cache. A message from another server invalidates the entry of its conversation. */
export function openConversationCache(hub: Pick<Hub, 'onHeard'>): ConversationCache {
  const cache = new ConversationCache();
  hub.onHeard((signals) => {
    for (const signal of signals) if (signal.type === 'messageAppended') cache.forget(signal.payload.conversationId);
  });
  return cache;
}
