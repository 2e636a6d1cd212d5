import type { ListedConversation, Message, MessageDelivery, User } from '@parley/protocol';

/** The signed-in person of the tests. */
export const me: User = {
  userId: 'usr_ME',
  handle: 'ada',
  displayName: 'Ada',
  locale: 'en',
  timezone: 'UTC',
  createdAt: '2026-03-01T09:00:00.000Z',
  role: 'member',
  email: null,
  emailVerified: false,
};

export const roomId = 'cnv_ROOM';
export const agent = { agentId: 'agt_ECHO', handle: 'echo', name: 'Echo' } as const;

const byMe: Message['author'] = { type: 'user', id: me.userId, name: me.displayName };
const byAgent: Message['author'] = { type: 'agent', id: agent.agentId, name: agent.name };

/** Returns a room of the user's list, with the agent in it and nothing said. */
export function listed(change: Partial<ListedConversation> = {}): ListedConversation {
  return {
    conversationId: roomId,
    kind: 'direct',
    title: null,
    agentMembers: [agent],
    userMembers: [],
    creatorUserId: me.userId,
    createdAt: me.createdAt,
    lastMessage: null,
    unreadCount: 0,
    readSeq: 0,
    muted: false,
    notify: 'all',
    mutedUntil: null,
    agentStatus: 'live',
    agentHears: 'all',
    pinned: false,
    archived: false,
    messagesDays: null,
    ...change,
  };
}

/** Returns a message of the user; `seq` determines its id and its minute. */
export function mine(seq: number, change: Partial<Message> = {}): Message {
  return aMessage(seq, { author: byMe, body: `Mine ${seq}`, ...change });
}

/** Returns a message of the agent. */
export function agents(seq: number, change: Partial<Message> = {}): Message {
  return aMessage(seq, { author: byAgent, blocks: [{ type: 'text', text: `Its ${seq}` }], ...change });
}

/** Returns an open draft of the agent. */
export function draft(name: string, text: string): Message {
  const blocks = [{ type: 'text', text }] as const;
  return aMessage(99, { messageId: `msg_${name}`, author: byAgent, blocks, seq: null, partial: true });
}

export function delivery(change: Partial<MessageDelivery> = {}): MessageDelivery {
  return {
    agentId: agent.agentId,
    deliveryId: 'dlv_1',
    status: 'pending',
    dispatchedAt: null,
    nextAttemptAt: null,
    attemptCount: 0,
    ...change,
  };
}

function aMessage(minute: number, change: Partial<Message>): Message {
  return {
    messageId: `msg_${minute}`,
    conversationId: roomId,
    seq: minute,
    author: byMe,
    body: null,
    blocks: [],
    createdAt: new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString(),
    replyToDeliveryId: null,
    partial: false,
    notify: true,
    asking: [],
    formStates: {},
    choice: null,
    choiceStates: {},
    deleted: false,
    editedAt: null,
    revision: 0,
    reactions: [],
    ...change,
  };
}
