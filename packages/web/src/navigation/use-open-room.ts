import type { ConversationId } from '@parley/protocol';
import { useRoute } from 'wouter';

/** Returns the id of the open room; null if no room is open. */
export function useOpenRoom(): ConversationId | null {
  const [isOpen, params] = useRoute('/c/:conversationId/*?');
  return isOpen ? (params.conversationId as ConversationId) : null;
}
