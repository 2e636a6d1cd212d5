import type { ConversationId, DeliveryId } from '@parley/protocol';
import { findPeople } from '../../conversations/queries.ts';
import { tell, type Signal } from '../../signals/signal.ts';
import type { Tx } from '../../storage/storage.ts';
import { takeDraft, takeDrafts, type DraftsOf } from './draft-queries.ts';
import type { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import type { MessageRow } from '../../transcript/message-row.ts';
import { openDraftsSince } from '../read/present.ts';

/** What became of a draft that ended before its final reply. */
export interface EndedDraft {
  /** The message that it became; null where nothing was left of it, or there was none. */
  readonly message: MessageRow | null;
  /** To be published after the commit, beside the ledger's own. */
  readonly signals: readonly Signal[];
}

/**
 * Ends the draft of one delivery because its answer will not go on: what it has shown, without its `intent` blocks, becomes the final
 * message under the same id, and a draft of which nothing is left is dropped. The ledger holds the delivery's conversation; whoever
 * calls this writes the ledger, and notifies of the line where that is called for.
 */
export async function finishDraft(
  tx: Tx,
  transcript: TranscriptWriter,
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
    body: null,
    blocks,
    reply_to_delivery_id: deliveryId,
    proactive: false,
  });
  return { message, signals: [] };
}

/**
 * Drops drafts whose cause is over: the agent was paused, deleted or taken out of the conversation, or the task has ended.
 *
 * @returns the signals to publish once the transaction is committed.
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
