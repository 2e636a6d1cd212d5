import type { AgentId, ConversationId, DeliveryId, MessageId, StoredBlock, UserId } from '@parley/protocol';

/** A line of a conversation. A person's has text; an agent's has blocks; the platform's has text and no author id. */
export interface MessageRow {
  readonly message_id: MessageId;
  readonly conversation_id: ConversationId;
  readonly seq: number;
  readonly author_type: 'user' | 'agent' | 'platform';
  readonly author_id: UserId | AgentId | null;
  readonly body: string | null;
  readonly blocks: readonly StoredBlock[];
  readonly reply_to_delivery_id: DeliveryId | null;
  readonly proactive: boolean;
  readonly created_at: Date;
}
