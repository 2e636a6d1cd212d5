import { limits, type ConversationId, type DeliveryId } from '@parley/protocol';
import type { LockedDelivery } from '../../deliveries/log/stopped-queries.ts';
import type { Tx } from '../../storage/storage.ts';
import { findDrafts } from './draft-queries.ts';
import { openDraftsSince } from '../read/present.ts';
import { countReplies } from '../../transcript/queries.ts';

/** Those deliveries of a message whose answer is not over. A task's are none of them: it is cancelled, and its agent told so. */
export async function findUnderWay(
  tx: Tx,
  conversationId: ConversationId,
  deliveries: readonly LockedDelivery[],
  nowMs: number,
): Promise<DeliveryId[]> {
  const asked = deliveries.filter(({ event }) => event === 'message.created');
  const answers = await countReplies(tx, idsOf(asked));
  const drafts = await findDrafts(tx, [conversationId], openDraftsSince(nowMs));
  const drafted = new Set(drafts.map((draft) => draft.delivery_id));
  const since = nowMs - limits.replyDays * 86_400_000;
  const isUnderWay = ({ delivery_id: id, created_at }: LockedDelivery) =>
    drafted.has(id) || ((answers.get(id)?.count ?? 0) === 0 && created_at.getTime() > since);
  return idsOf(asked.filter(isUnderWay));
}

const idsOf = (deliveries: readonly LockedDelivery[]): DeliveryId[] => deliveries.map((row) => row.delivery_id);
