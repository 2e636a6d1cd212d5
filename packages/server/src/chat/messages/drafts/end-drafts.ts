import type { ConversationId, DeliveryId } from '@parley/protocol';
import { findPeople } from '../../conversations/queries.ts';
import { tell, type Signal } from '../../../platform/signals/signal.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { takeDraft, takeDrafts, type DraftsOf } from './draft-queries.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { openDraftsSince } from '../read/present.ts';

/** The result of a draft that ended before its final reply. */
export interface EndedDraft {
  /** The message that it became; null if it was empty or did not exist. */
  readonly message: MessageRow | null;
  /** To be published after the commit, together with the transcript's own signals. */
  readonly signals: readonly Signal[];
}

/**
 * Ends the draft of a delivery that will get no further reply. Its blocks, without `intent` blocks, become the final
 * message under the same id; an empty draft is dropped. The transcript must hold the delivery's conversation.
 */
export async function finishDraft(
  { tx, transcript }: TranscriptWork,
  deliveryId: DeliveryId,
  nowMs: number,
): Promise<EndedDraft> {
  const draft = await takeDraft(tx, deliveryId);
  const isOpen = draft !== null && draft.updated_at > openDraftsSince(nowMs);
  if (!isOpen) return { message: null, signals: [] };
  const { message_id, conversation_id, agent_id } = draft;
  const conversation = transcript.conversation(conversation_id);
  const blocks = draft.blocks.filter((block) => block.type !== 'intent');
  if (!conversation || blocks.length === 0)
    return { message: null, signals: await conversationsChanged(tx, [conversation_id]) };
  const message = transcript.append({
    message_id,
    conversation_id,
    author_type: 'agent',
    author_id: agent_id,
    blocks,
    reply_to_delivery_id: deliveryId,
  });
  return { message, signals: [] };
}

/**
 * Drops drafts that lost their reason: the agent was paused, deleted or removed from the conversation, or the task
 * ended.
 *
 * @returns the signals to publish after the commit.
 */
export async function dropDrafts(tx: Tx, which: DraftsOf): Promise<Signal[]> {
  return conversationsChanged(tx, await takeDrafts(tx, which));
}

async function conversationsChanged(tx: Tx, conversationIds: readonly ConversationId[]): Promise<Signal[]> {
  const people = await findPeople(tx, conversationIds);
  return conversationIds.map((conversationId) =>
    tell(people.get(conversationId) ?? [], 'conversationUpdated', { conversationId }),
  );
}
