import { limits, type AgentId, type ConversationId, type DeliveryId, type UserId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { findAuthorities, type Authority } from '../../deliveries/log/authority-queries.ts';
import { findStopped } from '../../deliveries/log/stopped-queries.ts';
import { findMemberships } from '../../permissions/queries.ts';
import { refuse } from '../../routing/refusal.ts';
import type { Tx } from '../../storage/storage.ts';
import { findAnswerers } from '../../forms/form-answer-queries.ts';
import { Ledger } from '../../transcript/transcript-writer.ts';
import type { PostReply } from './reply.ts';

type Claim = Pick<PostReply, 'agentId' | 'deliveryId'>;

/** What the deliveries of a batch say, before their rooms are locked. */
export interface ReplyClaims {
  /** The authority of each reply whose delivery exists, is this agent's and not too old. */
  readonly authorities: readonly Authority[];
  /** The rooms that the batch may write to. */
  readonly conversationIds: readonly ConversationId[];
  of(claim: Claim): Authority | undefined;
}

/** What the deliveries of a batch authorize. */
export interface ReplyRights {
  /** The delivery's authority, where it still stands: the agent sits in the room, and the person has not blocked it. */
  of(claim: Claim, rooms: Rooms): Authority | undefined;
  /** Whether the person has blocked the agent, where it was asked for. */
  hasBlocked(userId: UserId, agentId: AgentId): boolean;
}

/** Who sits in the rooms, as their ledger knows it. */
interface Rooms {
  room(conversationId: ConversationId): { readonly agent_id: AgentId | null } | undefined;
}

/** A person and an agent that they may have blocked. */
export interface Pair {
  readonly agentId: AgentId;
  readonly userId: UserId;
}

/** Reads what deliveries say. All that is wrong with one is one answer: there is no such delivery. */
export async function loadReplyClaims(tx: Tx, nowMs: number, claims: readonly Claim[]): Promise<ReplyClaims> {
  const since = new Date(nowMs - limits.replyDays * 86_400_000);
  const deliveryIds = [...new Set(claims.map((claim) => claim.deliveryId))];
  const found = new Map((await findAuthorities(tx, deliveryIds, since)).map((row) => [row.delivery_id, row]));
  const of: ReplyClaims['of'] = ({ agentId, deliveryId }) => {
    const authority = found.get(deliveryId);
    return authority?.agent_id === agentId ? authority : undefined;
  };
  const authorities = claims.flatMap((claim) => of(claim) ?? []);
  return { authorities, conversationIds: authorities.map((authority) => authority.conversation_id), of };
}

/** Reads what still stands of the claims, and which of `others` are blocked; it can be asked for together with the rooms' lock. */
export async function loadReplyRights(tx: Tx, claims: ReplyClaims, others: readonly Pair[] = []): Promise<ReplyRights> {
  const answerers = await loadAnswerers(tx, claims.authorities);
  const asker = (authority: Authority) => answerers.get(authority.delivery_id) ?? authority.user_id;
  const pairs = claims.authorities.map((authority) => ({ agentId: authority.agent_id, userId: asker(authority) }));
  const blocked = new Set(
    (await findMemberships(tx, [...pairs, ...others]))
      .filter((row) => row.blocked)
      .map((row) => `${row.agent_id} ${row.user_id}`),
  );
  const hasBlocked = (userId: UserId, agentId: AgentId) => blocked.has(`${agentId} ${userId}`);
  return {
    hasBlocked,
    of(claim, rooms) {
      const authority = claims.of(claim);
      if (!authority || rooms.room(authority.conversation_id)?.agent_id !== claim.agentId) return undefined;
      return hasBlocked(asker(authority), authority.agent_id) ? undefined : authority;
    },
  };
}

/** What one delivery still authorizes, with its room under lock; there is no authority where all is not well with it. Refuses `reply_stopped`. */
export async function lockAuthority(
  tx: Tx,
  app: Pick<App, 'clock' | 'rooms'>,
  claim: Claim,
): Promise<{ ledger: Ledger; authority: Authority | undefined }> {
  const claims = await loadReplyClaims(tx, app.clock.now(), [claim]);
  const [ledger, rights, stopped] = await Promise.all([
    Ledger.open(tx, app, claims.conversationIds),
    loadReplyRights(tx, claims),
    findStopped(tx, [claim.deliveryId]),
  ]);
  const authority = rights.of(claim, ledger);
  if (authority && stopped.has(claim.deliveryId)) refuse('reply_stopped');
  return { ledger, authority };
}

/** A form answer is on behalf of whoever answered, for what a block is concerned, though its envelope names another. */
function loadAnswerers(tx: Tx, authorities: readonly Authority[]): Promise<Map<DeliveryId, UserId>> {
  const submitted = authorities.filter(({ event }) => event === 'form.submitted');
  return findAnswerers(
    tx,
    submitted.map((authority) => authority.delivery_id),
  );
}
