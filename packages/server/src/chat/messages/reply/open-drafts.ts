import { limits, newId, type ConversationId, type DeliveryId, type MessageId } from '@parley/protocol';
import { tell, type Signal } from '../../../platform/signals/signal.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { noteAssets } from '../../transcript/asset-mentions.ts';
import { findDrafts, type DraftRow, type OpenDraft } from '../drafts/draft-queries.ts';
import type { KnownDrafts } from '../drafts/known-drafts.ts';
import type { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import type { PostReply } from './reply.ts';

export type OpenDrafts = Awaited<ReturnType<typeof loadDrafts>>;

/** Loads the open drafts of a batch. A partial reply replaces its draft; a final reply closes it. */
export async function loadDrafts(tx: Tx, conversationIds: readonly ConversationId[], nowMs: number) {
  const since = new Date(nowMs - limits.draftMinutes * 60_000);
  const found = await findDrafts(tx, conversationIds, since);
  const open = new Map<DeliveryId, OpenDraft>(found.map((draft) => [draft.delivery_id, draft]));
  const written = new Map<DeliveryId, DraftRow>();
  const closed = new Set<DeliveryId>();
  return {
    /**
     * Returns whether a partial reply would exceed the number of drafts that its agent may have open in the
     * conversation.
     */
    isFull({ deliveryId, agentId }: PostReply, conversationId: ConversationId): boolean {
      if (open.has(deliveryId)) return false;
      const beside = [...open.values()].filter(
        (draft) => draft.conversation_id === conversationId && draft.agent_id === agentId,
      );
      return beside.length >= limits.openDraftsPerRoom;
    },
    write(reply: PostReply, conversationId: DraftRow['conversation_id']): MessageId {
      const before = open.get(reply.deliveryId);
      const draft: DraftRow = {
        delivery_id: reply.deliveryId,
        message_id: before?.message_id ?? newId('message', nowMs),
        conversation_id: conversationId,
        agent_id: reply.agentId,
        blocks: reply.blocks,
        created_at: before?.created_at ?? new Date(nowMs),
        updated_at: new Date(nowMs),
      };
      open.set(draft.delivery_id, draft);
      written.set(draft.delivery_id, draft);
      return draft.message_id;
    },
    close(deliveryId: DeliveryId): MessageId {
      const messageId = open.get(deliveryId)?.message_id ?? newId('message', nowMs);
      if (open.delete(deliveryId)) closed.add(deliveryId);
      written.delete(deliveryId);
      return messageId;
    },
    /** Updates the cache after the commit. */
    teach(known: KnownDrafts): void {
      for (const deliveryId of closed) known.forget(deliveryId);
      for (const draft of written.values()) known.learn(draft);
    },
    /** Returns the changes to write. A draft that was closed and opened again is only written. */
    changes(): { closed: DeliveryId[]; shown: DraftRow[] } {
      return { closed: [...closed].filter((id) => !written.has(id)), shown: [...written.values()] };
    },
    async noteAssets(transaction: Tx): Promise<void> {
      const named = [...written.values()].map((draft) => ({ ...draft, author_id: draft.agent_id }));
      await noteAssets(transaction, named);
    },
    signals(transcript: TranscriptWriter): Signal[] {
      return [...written.values()].map(({ conversation_id: conversationId, message_id: messageId }) =>
        tell(transcript.conversation(conversationId)?.people ?? [], 'messagePartial', { conversationId, messageId }),
      );
    },
  };
}
