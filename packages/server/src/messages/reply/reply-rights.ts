import { limits, type AgentId, type ConversationId, type DeliveryId, type UserId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { findAuthorities, type Authority } from '../../deliveries/log/authority-queries.ts';
import { findStopped } from '../../deliveries/log/stopped-queries.ts';
import { findMemberships } from '../../permissions/queries.ts';
import { refuse } from '../../routing/refusal.ts';
import type { Tx } from '../../storage/storage.ts';
import { findAnswerers } from '../../forms/form-answer-queries.ts';
import { TranscriptWriter } from '../../transcript/transcript-writer.ts';
import type { PostReply } from './reply.ts';

type DeliveryReference = Pick<PostReply, 'agentId' | 'deliveryId'>;

/** What the deliveries of a batch say, before their conversations are locked. */
export interface DeliveryReferences {
  /** The authority of each reply whose delivery exists, is this agent's and not too old. */
  readonly authorities: readonly Authority[];
  /** The conversations that the batch may write to. */
  readonly conversationIds: readonly ConversationId[];
  of(reference: DeliveryReference): Authority | undefined;
}

/** What the deliveries of a batch authorize. */
export interface ReplyRights {
  /** The delivery's authority, where it still stands: the agent sits in the conversation, and the person has not blocked it. */
  of(reference: DeliveryReference, conversations: Conversations): Authority | undefined;
  /** Whether the person has blocked the agent, where it was asked for. */
  hasBlocked(userId: UserId, agentId: AgentId): boolean;
}

/** Who sits in the conversations, as their ledger knows it. */
interface Conversations {
  conversation(conversationId: ConversationId): { readonly agent_id: AgentId | null } | undefined;
}

/** A person and an agent that they may have blocked. */
export interface Pair {
  readonly agentId: AgentId;
  readonly userId: UserId;
}

/** Reads what deliveries say. All that is wrong with one is one answer: there is no such delivery. */
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

/** Reads what still stands of the claims, and which of `others` are blocked; it can be asked for together with the conversations' lock. */
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
      if (!authority || conversations.conversation(authority.conversation_id)?.agent_id !== reference.agentId)
        return undefined;
      return hasBlocked(asker(authority), authority.agent_id) ? undefined : authority;
    },
  };
}

/**
 * What one delivery still authorizes, with its conversation under lock; there is no authority where all is not well with it. Refuses
 * `reply_stopped`.
 */
export async function lockAuthority(
  tx: Tx,
  app: Pick<App, 'clock' | 'beliefs'>,
  reference: DeliveryReference,
): Promise<{ transcript: TranscriptWriter; authority: Authority | undefined }> {
  const references = await loadDeliveryReferences(tx, app.clock.now(), [reference]);
  const [transcript, rights, stopped] = await Promise.all([
    TranscriptWriter.open(tx, app, references.conversationIds),
    loadReplyRights(tx, references),
    findStopped(tx, [reference.deliveryId]),
  ]);
  const authority = rights.of(reference, transcript);
  if (authority && stopped.has(reference.deliveryId)) refuse('reply_stopped');
  return { transcript, authority };
}

/** A form answer is on behalf of whoever answered, for what a block is concerned, though its envelope names another. */
function loadAnswerers(tx: Tx, authorities: readonly Authority[]): Promise<Map<DeliveryId, UserId>> {
  const submitted = authorities.filter(({ event }) => event === 'form.submitted');
  return findAnswerers(
    tx,
    submitted.map((authority) => authority.delivery_id),
  );
}
