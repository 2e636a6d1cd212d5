import { limits, type AgentId, type ConversationId, type DeliveryId, type UserId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { findAuthorities, type Authority } from '../../../engine/deliveries/authority-queries.ts';
import { isOfSeat } from '../../conversations/seat-queries.ts';
import { findStopped } from '../../../engine/deliveries/stopped-queries.ts';
import { findMemberships } from '../../../accounts/permissions/queries.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { findAnswerers } from '../../forms/form-answer-queries.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import type { PostReply } from './reply.ts';

type DeliveryReference = Pick<PostReply, 'agentId' | 'deliveryId'>;

/** The authority of a batch's deliveries, read before their conversations are locked. */
export interface DeliveryReferences {
  /** The authority of each reply to a delivery that exists, is this agent's, and is not too old. */
  readonly authorities: readonly Authority[];
  /** The conversations that the batch may write to. */
  readonly conversationIds: readonly ConversationId[];
  of(reference: DeliveryReference): Authority | undefined;
}

/** What the deliveries of a batch still authorize. */
export interface ReplyRights {
  /**
   * Returns the authority of a delivery while it is valid: the agent still has the seat in which it received the
   * delivery, and the person has not blocked it.
   */
  of(reference: DeliveryReference, conversations: Conversations): Authority | undefined;
  /** Returns whether the person has blocked the agent. Knows only the pairs that were loaded. */
  hasBlocked(userId: UserId, agentId: AgentId): boolean;
}

/** The seats of the locked conversations. */
interface Conversations {
  conversation(
    conversationId: ConversationId,
  ): { readonly agent_id: AgentId | null; readonly seated_after: Date | null } | undefined;
}

/** A person, and an agent that they may have blocked. */
export interface Pair {
  readonly agentId: AgentId;
  readonly userId: UserId;
}

/** Reads the authority of deliveries. All that can be wrong with one gives the same answer: no such delivery. */
export async function loadDeliveryReferences(
  tx: Tx,
  nowMs: number,
  references: readonly DeliveryReference[],
): Promise<DeliveryReferences> {
  const since = new Date(nowMs - limits.replyDays * 86_400_000);
  const deliveryIds = [...new Set(references.map((reference) => reference.deliveryId))];
  const found = new Map((await findAuthorities(tx, deliveryIds, since)).map((row) => [row.delivery_id, row]));
  const of: DeliveryReferences['of'] = ({ agentId, deliveryId }) => {
    const authority = found.get(deliveryId);
    return authority?.agent_id === agentId ? authority : undefined;
  };
  const authorities = references.flatMap((reference) => of(reference) ?? []);
  return { authorities, conversationIds: authorities.map((authority) => authority.conversation_id), of };
}

/**
 * Reads which authorities are still valid and which of `others` are blocked. May run together with the lock of the
 * conversations.
 */
export async function loadReplyRights(
  tx: Tx,
  references: DeliveryReferences,
  others: readonly Pair[] = [],
): Promise<ReplyRights> {
  const answerers = await loadAnswerers(tx, references.authorities);
  const asker = (authority: Authority) => answerers.get(authority.delivery_id) ?? authority.user_id;
  const pairs = references.authorities.map((authority) => ({ agentId: authority.agent_id, userId: asker(authority) }));
  const blocked = new Set(
    (await findMemberships(tx, [...pairs, ...others]))
      .filter((row) => row.blocked)
      .map((row) => `${row.agent_id} ${row.user_id}`),
  );
  const hasBlocked = (userId: UserId, agentId: AgentId) => blocked.has(`${agentId} ${userId}`);
  return {
    hasBlocked,
    of(reference, conversations) {
      const authority = references.of(reference);
      const seat = authority && conversations.conversation(authority.conversation_id);
      if (!authority || !isOfSeat(seat, reference.agentId, authority.created_at)) return undefined;
      // The form submission was withdrawn, so the person who could have blocked the agent is unknown.
      if (authority.event === 'form.submitted' && !answerers.has(authority.delivery_id)) return undefined;
      return hasBlocked(asker(authority), authority.agent_id) ? undefined : authority;
    },
  };
}

/**
 * Locks the conversation of a delivery and returns what the delivery still authorizes; no authority if anything is
 * wrong with it. Refuses `reply_stopped`.
 */
export async function lockAuthority(
  { tx, transcript }: TranscriptWork,
  app: Pick<App, 'clock'>,
  reference: DeliveryReference,
): Promise<Authority | undefined> {
  const references = await loadDeliveryReferences(tx, app.clock.now(), [reference]);
  const [, rights, stopped] = await Promise.all([
    transcript.lock(references.conversationIds),
    loadReplyRights(tx, references),
    findStopped(tx, [reference.deliveryId]),
  ]);
  const authority = rights.of(reference, transcript);
  if (authority && stopped.has(reference.deliveryId)) refuse('reply_stopped');
  return authority;
}

/** Finds the people who submitted forms. Blocks are checked for them, although the envelope names another person. */
function loadAnswerers(tx: Tx, authorities: readonly Authority[]): Promise<Map<DeliveryId, UserId>> {
  const submitted = authorities.filter(({ event }) => event === 'form.submitted');
  return findAnswerers(
    tx,
    submitted.map((authority) => authority.delivery_id),
  );
}
