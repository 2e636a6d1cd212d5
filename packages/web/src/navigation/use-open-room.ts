import type { ConversationId } from '@parley/protocol';
import { useRoute } from 'wouter';

/** The room that is open; null where none is. */
export function useOpenRoom(): ConversationId | null {
  const [isOpen, params] = useRoute('/c/:conversationId/*?');
  return isOpen ? (params.conversationId as ConversationId) : null;
}
