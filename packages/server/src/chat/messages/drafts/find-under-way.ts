import { limits, type DeliveryId } from '@parley/protocol';
import type { LockedDelivery } from '../../../engine/deliveries/stopped-queries.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { findDrafts } from './draft-queries.ts';
import { findFollowUps } from './find-follow-ups.ts';
import { openDraftsSince } from '../read/present.ts';
import { findAsked } from '../reply/agent-call-queries.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { countReplies } from '../../transcript/queries.ts';

/** A delivery with an unfinished answer, and the deliveries that continue the answer. */
export interface UnderWay {
  readonly deliveryId: DeliveryId;
  readonly followUps: readonly DeliveryId[];
}

/**
 * Returns the deliveries of a message with an unfinished answer, including those that wait for another agent. Tasks are
 * left out, because they are cancelled instead.
 */
export async function findUnderWay(
  tx: Tx,
  { conversation_id: conversationId, message_id: messageId }: Pick<MessageRow, 'conversation_id' | 'message_id'>,
  deliveries: readonly LockedDelivery[],
  nowMs: number,
): Promise<UnderWay[]> {
  const asked = deliveries.filter(({ event }) => event === 'message.created');
  const answers = await countReplies(tx, idsOf(asked));
  const drafts = await findDrafts(tx, [conversationId], openDraftsSince(nowMs));
  const asking = new Set((await findAsked(tx, [messageId], nowMs)).map((call) => call.caller_delivery_id));
  const drafted = new Set(drafts.map((draft) => draft.delivery_id));
  const since = nowMs - limits.replyDays * 86_400_000;
  const underWay: UnderWay[] = [];
  for (const { delivery_id: id, created_at } of asked) {
    const followUps = await findFollowUps(tx, id);
    const isUnanswered = (answers.get(id)?.count ?? 0) === 0 && created_at.getTime() > since;
    if (isUnanswered || asking.has(id) || [id, ...followUps].some((each) => drafted.has(each)))
      underWay.push({ deliveryId: id, followUps });
  }
  return underWay;
}

const idsOf = (deliveries: readonly LockedDelivery[]): DeliveryId[] => deliveries.map((row) => row.delivery_id);
