import { limits, type ConversationId, type DeliveryId, type UserId } from '@parley/protocol';
import { findAuthorities, type Authority } from '../deliveries/authority-queries.ts';
import { findMemberships } from '../permissions/queries.ts';
import type { Tx } from '../storage/storage.ts';
import { findAnswerers } from './form-answer-queries.ts';
import type { Ledger } from './ledger.ts';
import type { PostReply } from './reply.ts';

/** What the deliveries of a batch authorize. */
export interface ReplyRights {
  /** The rooms that the batch may write to. */
  readonly conversationIds: readonly ConversationId[];
  /** The delivery's authority before the room is locked: it exists, is this agent's and not too old. */
  claimed(reply: Pick<PostReply, 'agentId' | 'deliveryId'>): Authority | undefined;
  /** The delivery's authority, where it still stands: the agent sits in the room, and the person has not blocked it. */
  of(reply: Pick<PostReply, 'agentId' | 'deliveryId'>, ledger: Ledger): Authority | undefined;
}

/** Reads what deliveries authorize. All that is wrong with one is one answer: there is no such delivery. */
export async function loadReplyRights(
  tx: Tx,
  nowMs: number,
  replies: readonly Pick<PostReply, 'agentId' | 'deliveryId'>[],
): Promise<ReplyRights> {
  const since = new Date(nowMs - limits.replyDays * 86_400_000);
  const deliveryIds = [...new Set(replies.map((reply) => reply.deliveryId))];
  const authorities = new Map((await findAuthorities(tx, deliveryIds, since)).map((row) => [row.delivery_id, row]));
  const claimed: ReplyRights['claimed'] = ({ agentId, deliveryId }) => {
    const authority = authorities.get(deliveryId);
    return authority?.agent_id === agentId ? authority : undefined;
  };
  const own = replies.flatMap((reply) => claimed(reply) ?? []);
  const answerers = await loadAnswerers(tx, own);
  const asker = (authority: Authority) => answerers.get(authority.delivery_id) ?? authority.user_id;
  const pairs = own.map((authority) => ({ agentId: authority.agent_id, userId: asker(authority) }));
  const blocked = new Set(
    (await findMemberships(tx, pairs)).filter((row) => row.blocked).map((row) => `${row.agent_id} ${row.user_id}`),
  );
  return {
    conversationIds: own.map((authority) => authority.conversation_id),
    claimed,
    of(reply, ledger) {
      const authority = claimed(reply);
      if (!authority || ledger.room(authority.conversation_id)?.agent_id !== reply.agentId) return undefined;
      return blocked.has(`${authority.agent_id} ${asker(authority)}`) ? undefined : authority;
    },
  };
}

/** A form answer is on behalf of whoever answered, for what a block is concerned, though its envelope names another. */
function loadAnswerers(tx: Tx, authorities: readonly Authority[]): Promise<Map<DeliveryId, UserId>> {
  const submitted = authorities.filter(({ event }) => event === 'form.submitted');
  return findAnswerers(
    tx,
    submitted.map((authority) => authority.delivery_id),
  );
}
