import type { AgentId, ConversationId, DeliveryId, MessageId, StoredBlock, UserId } from '@parley/protocol';

/**
 * A message of a conversation. A person's has text, an agent's has blocks, the platform's has text and no author id.
 */
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

/** What the transcript assigns to a message. */
type Place = Pick<MessageRow, 'message_id' | 'seq' | 'created_at'>;

type Author =
  | { readonly author_type: 'platform' }
  | { readonly author_type: 'user'; readonly author_id: UserId }
  | { readonly author_type: 'agent'; readonly author_id: AgentId };

/** A message to be appended: its conversation, its author and the columns that are not empty. */
export type NewMessage = Author &
  Pick<MessageRow, 'conversation_id'> &
  Partial<Pick<MessageRow, 'message_id' | 'body' | 'blocks' | 'reply_to_delivery_id' | 'proactive'>> & {
    /** The person whom a message of the platform names or quotes. It goes with them. */
    readonly about?: UserId;
  };

/** Returns the row of a new message at its place. */
export function messageRow({ about: _about, ...message }: NewMessage, place: Place): MessageRow {
  return { ...emptyMessage, ...message, ...place };
}

const emptyMessage = {
  author_id: null,
  body: null,
  blocks: [],
  reply_to_delivery_id: null,
  proactive: false,
} satisfies Partial<MessageRow>;
