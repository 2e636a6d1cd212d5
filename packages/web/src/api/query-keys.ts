import type { AgentId, ApprovalId, ConversationId, DeliveryId, MessageId, TaskId } from '@parley/protocol';

/** The name of everything that the app reads and keeps. A prefix names all below it. */
export const queryKeys = {
  session: ['session'],
  conversations: ['conversations'],
  conversation: (id: ConversationId) => ['conversation', id],
  messages: (id: ConversationId) => ['messages', id],
  agents: ['agents'],
  agent: (id: AgentId | null) => ['agents', 'one', id],
  ownAgents: ['agents', 'own'],
  directory: (query: string) => ['agents', 'directory', query],
  membership: (id: AgentId | null) => ['agents', 'membership', id],
  credentials: (id: AgentId) => ['credentials', id],
  deliveries: (id: AgentId, status: string) => ['deliveries', id, status],
  delivery: (id: AgentId, deliveryId: DeliveryId) => ['delivery', id, deliveryId],
  person: (handle: string) => ['person', handle],
  task: (id: TaskId) => ['task', id],
  approvals: ['approvals'],
  pendingApprovals: ['approvals', 'pending'],
  recentApprovals: ['approvals', 'recent'],
  approval: (id: ApprovalId | null) => ['approvals', 'one', id],
  receipt: (id: ApprovalId) => ['approvals', 'receipt', id],
  wallet: ['wallet'],
  notifications: ['notifications'],
  notified: (id: ConversationId | null, messageId: MessageId | null) => ['notified', id, messageId],
  grants: ['agents', 'grants'],
} as const;
