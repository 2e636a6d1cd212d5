import {
  mentionedHandles,
  type AgentId,
  type ApprovalId,
  type ConversationId,
  type MessageId,
  type NotificationId,
  type PushPayload,
  type UserId,
} from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { findAttentions, type ConversationAttentionRow } from '../conversations/attention-queries.ts';
import { findExpiries } from '../approvals/queries.ts';
import { findNotifications } from '../notifications/queries.ts';
import type { MessageRow } from '../conversations/message-row.ts';
import { findAllMessages } from '../transcript/queries.ts';
import { textOf } from '../transcript/preview.ts';
import { findMemberships, type MembershipRow } from '../../accounts/permissions/queries.ts';
import { findPairsBlocked } from '../../accounts/users/block-queries.ts';
import { findUsers } from '../../accounts/users/queries.ts';
import { authorizePush, type PushCase } from './authorize-push.ts';
import { findSubscriptions, type SubscriptionRow } from './queries.ts';

/** An event of a commit that may need pushes: a notification, or a message. */
export type News =
  | { readonly userIds: readonly UserId[]; readonly notificationId: NotificationId }
  | { readonly userIds: readonly UserId[]; readonly messageId: MessageId };

/** One push to one browser. */
export interface Push {
  readonly subscription: SubscriptionRow;
  readonly payload: PushPayload;
  /** When an approval that waits can no longer be decided; null for other news. */
  readonly expiresAt: Date | null;
}

interface Candidate {
  readonly userId: UserId;
  readonly type: PushCase['type'];
  readonly conversationId: ConversationId;
  readonly message: MessageRow | undefined;
  readonly approvalId: ApprovalId | null;
}

/**
 * Finds the pushes for these events. Runs one statement of each kind for all of them, or a single one if no recipient
 * has subscribed.
 */
export async function findPushes({ storage, clock }: Pick<Core, 'storage' | 'clock'>, news: readonly News[]) {
  const { db } = storage;
  const now = new Date(clock.now());
  const subscriptions = groupByPerson(
    await findSubscriptions(db, [...new Set(news.flatMap((item) => item.userIds))], now),
  );
  if (subscriptions.size === 0) return [];
  const candidates = await findCandidates(db, news, (userId) => subscriptions.has(userId));
  if (candidates.length === 0) return [];
  const pushKind = await loadPushKinds(db, candidates);
  const expiries = await findExpiries(
    db,
    candidates.flatMap(({ approvalId }) => approvalId ?? []),
  );
  return candidates.flatMap((candidate): Push[] => {
    const kind = pushKind(candidate, now.getTime());
    if (kind === null) return [];
    const payload = { kind, conversationId: candidate.conversationId };
    const expiresAt = (candidate.approvalId && expiries.get(candidate.approvalId)) ?? null;
    return (subscriptions.get(candidate.userId) ?? []).map((subscription) => ({ subscription, payload, expiresAt }));
  });
}

type Db = Core['storage']['db'];

async function findCandidates(db: Db, news: readonly News[], isSubscribed: (userId: UserId) => boolean) {
  const wanted = news.filter(({ userIds }) => userIds.some(isSubscribed));
  const notifications = await findNotifications(
    db,
    wanted.flatMap((item) => ('notificationId' in item ? item.notificationId : [])),
  );
  const messageIds = [
    ...notifications.flatMap((row) => row.message_id ?? []),
    ...wanted.flatMap((item) => ('messageId' in item ? item.messageId : [])),
  ];
  const messages = new Map((await findAllMessages(db, [...new Set(messageIds)])).map((row) => [row.message_id, row]));
  const ofNotifications = notifications.flatMap((row): Candidate[] => {
    const { user_id: userId, type, conversation_id: conversationId, message_id, approval_id: approvalId } = row;
    const message = message_id === null ? undefined : messages.get(message_id);
    // What a person writes is pushed once, as a message, whether it mentions the reader or not.
    if (conversationId === null || (type === 'mention' && message?.author_type === 'user')) return [];
    return [{ userId, type: type === 'mention' ? 'message' : type, conversationId, message, approvalId }];
  });
  const ofPeople = wanted.flatMap((item): Candidate[] => {
    const message = 'messageId' in item ? messages.get(item.messageId) : undefined;
    if (message?.author_type !== 'user') return [];
    const others = item.userIds.filter((userId) => userId !== message.author_id && isSubscribed(userId));
    const { conversation_id: conversationId } = message;
    return others.map((userId) => ({ userId, type: 'message', conversationId, message, approvalId: null }));
  });
  return [...ofNotifications, ...ofPeople];
}

/** Loads the recipients' settings of the conversations and agents, and their blocks of authors. */
async function loadPushKinds(db: Db, candidates: readonly Candidate[]) {
  const conversations = new Map<string, ConversationAttentionRow>();
  for (const row of await findAttentions(db, candidates))
    conversations.set(`${row.conversation_id} ${row.user_id}`, row);
  const conversationOf = ({ conversationId, userId }: Candidate) =>
    conversations.get(`${conversationId} ${userId}`) ?? null;
  /** Returns the agent that caused the event: the author, or for a platform message the agent of the conversation. */
  const agentOf = (candidate: Candidate): AgentId | null => {
    if (candidate.message?.author_type === 'user') return null;
    const isOfAgent = candidate.message?.author_type === 'agent';
    return isOfAgent ? (candidate.message.author_id as AgentId) : (conversationOf(candidate)?.agent_id ?? null);
  };
  const pairs = candidates.flatMap((candidate) => {
    const agentId = agentOf(candidate);
    return agentId === null ? [] : [{ agentId, userId: candidate.userId }];
  });
  const authors = candidates.flatMap(({ userId, message }) =>
    message?.author_type === 'user' ? [{ userId, blockedUserId: message.author_id as UserId }] : [],
  );
  const memberships = new Map<string, MembershipRow>();
  for (const row of await findMemberships(db, pairs)) memberships.set(`${row.agent_id} ${row.user_id}`, row);
  const blocked = await findPairsBlocked(db, authors);
  const people = await findUsers(db, [...new Set(candidates.map(({ userId }) => userId))]);
  const handles = new Map(people.map((person) => [person.user_id, person.handle]));
  const handlesIn = handlesOfEach();
  return (candidate: Candidate, nowMs: number) => {
    const { userId, type, message } = candidate;
    const handle = handles.get(userId);
    if (handle === undefined || blocked.has(`${userId} ${message?.author_id ?? ''}`)) return null;
    const agent = memberships.get(`${agentOf(candidate) ?? ''} ${userId}`) ?? null;
    const needsHuman = message?.author_type === 'agent' && message.blocks.some((block) => block.type === 'needs_human');
    return authorizePush(
      { type, isNamed: handlesIn(message).has(handle), needsHuman, conversation: conversationOf(candidate), agent },
      nowMs,
    );
  };
}

/** Returns a function that caches the handles in each message for all recipients. */
function handlesOfEach() {
  const cached = new Map<MessageId, ReadonlySet<string>>();
  return (message: MessageRow | undefined): ReadonlySet<string> => {
    if (message === undefined) return new Set();
    const handles = cached.get(message.message_id) ?? mentionedHandles(textOf(message));
    cached.set(message.message_id, handles);
    return handles;
  };
}

function groupByPerson(rows: readonly SubscriptionRow[]): Map<UserId, SubscriptionRow[]> {
  const groups = new Map<UserId, SubscriptionRow[]>();
  for (const row of rows) groups.set(row.user_id, [...(groups.get(row.user_id) ?? []), row]);
  return groups;
}
