import type {
  AdminAgent,
  AgentTransfer,
  AccessRequest,
  Agent,
  Approval,
  ApprovalReceipt,
  Asset,
  Credential,
  DeliveryAttempt,
  DeliveryLogEntry,
  Grant,
  IssuedCredential,
  ListedConversation,
  Membership,
  FoundMessage,
  Message,
  MessageAuthor,
  Notification,
  QueuedDelivery,
  RoomFile,
  Schedule,
  SentMessage,
  Task,
  WalletEntry,
} from '@parley/protocol';
import { at, hash, ids, requestedScope } from './values.ts';

/** Examples of everything that the contract names: a person, their agent and what they work on. */

export const agent: Agent = {
  agentId: ids.agent,
  handle: 'kitchen',
  name: 'Kitchen',
  description: 'Plans meals and orders what is missing.',
  access: 'public',
  transport: 'webhook',
  webhookUrl: 'https://kitchen.example/parley',
  status: 'live',
  suspendedReason: null,
  pendingManifest: null,
  requestedScopes: [requestedScope],
  suggestedPrompts: ['What is for dinner?'],
  homepage: 'https://kitchen.example',
  avatarAssetId: null,
  ownerUserId: ids.user,
  createdAt: at(1),
};

export const adminAgent: AdminAgent = {
  ...agent,
  suspendedReason: null,
  ownerHandle: 'ada',
  state: 'live',
  members: 14,
  deliveries24h: 320,
  failed24h: 12,
  coinsSpent30d: 45,
};

export const agentTransfer: AgentTransfer = {
  agentId: ids.agent,
  agentHandle: 'kitchen',
  agentName: 'Kitchen',
  from: { userId: ids.user, handle: 'ada', displayName: 'Ada' },
  to: { userId: ids.otherUser, handle: 'grace', displayName: 'Grace' },
  createdAt: at(4),
};

export const issuedCredential: IssuedCredential = {
  credentialId: ids.credential,
  secret: 'mZ2v1yqXxC8G0n4b7s9dT5kLrW3eQhJfUoPaVtIuYBM',
  webhookSecret: 'whsec_mZ2v1yqXxC8G0n4b7s9dT5kLrW3eQhJfUoPaVtIuYBM=',
};

export const credential: Credential = {
  credentialId: ids.credential,
  createdAt: at(1),
  lastUsedAt: at(9),
  revokedAt: null,
  issuedBy: null,
};

export const membership: Membership = {
  agentId: ids.agent,
  requestedScopes: agent.requestedScopes,
  grantedScopes: ['proactive.message'],
  newScopesSinceConsent: [],
  muted: false,
  blocked: false,
  notify: 'all',
  mutedUntil: null,
};

export const grant: Grant = {
  agentId: ids.agent,
  scope: 'proactive.message',
  grantedAt: at(2),
  lastUsedAt: at(8),
  uses: 3,
};

export const accessRequest: AccessRequest = {
  agentId: ids.agent,
  userId: ids.user,
  handle: 'ada',
  displayName: 'Ada',
  note: 'For our kitchen.',
  state: 'pending',
  createdAt: at(2),
  resolvedAt: null,
};

export const agentMember = { agentId: ids.agent, handle: 'kitchen', name: 'Kitchen' };

export const conversation: ListedConversation = {
  conversationId: ids.conversation,
  kind: 'direct',
  title: null,
  agentMembers: [agentMember],
  userMembers: [],
  creatorUserId: ids.user,
  createdAt: at(3),
  lastMessage: { seq: 2, preview: 'Soup, and bread from yesterday.', createdAt: at(5) },
  unreadCount: 1,
  readSeq: 1,
  muted: false,
  notify: 'mentions',
  mutedUntil: null,
  agentStatus: 'live',
  agentHears: 'all',
  pinned: false,
  archived: false,
  messagesDays: null,
};

export const queuedDelivery: QueuedDelivery = {
  agentId: ids.agent,
  deliveryId: ids.delivery,
  dispatchedAt: null,
  status: 'pending',
};

export const sentMessage: SentMessage = {
  messageId: ids.message,
  conversationId: ids.conversation,
  seq: 1,
  body: 'What is for dinner?',
  createdAt: at(4),
  deliveries: [queuedDelivery],
};

const byAgent: MessageAuthor = { type: 'agent', id: ids.agent, name: 'Kitchen' };

export const message: Message = {
  messageId: ids.message,
  conversationId: ids.conversation,
  seq: 2,
  author: byAgent,
  body: null,
  blocks: [{ type: 'text', text: 'Soup, and bread from yesterday.' }],
  createdAt: at(5),
  replyToDeliveryId: ids.delivery,
  partial: false,
  asking: [],
  notify: true,
  formStates: {},
  choice: null,
  choiceStates: {},
  deleted: false,
  editedAt: null,
  revision: 0,
  reactions: [],
};

export const foundMessage: FoundMessage = {
  messageId: ids.message,
  conversationId: ids.conversation,
  seq: 2,
  author: byAgent,
  snippet: 'Soup, and bread from yesterday.',
  createdAt: at(5),
};

export const asset: Asset = {
  assetId: ids.asset,
  mime: 'image/png',
  sizeBytes: 48213,
  filename: 'dinner.png',
  createdAt: at(4),
};

export const conversationFile: RoomFile = { ...asset, owner: { type: 'user', id: ids.user, name: 'Ada' } };

export const notification: Notification = {
  notificationId: ids.notification,
  type: 'message',
  conversationId: ids.conversation,
  messageId: ids.message,
  approvalId: null,
  createdAt: at(5),
  readAt: null,
};

export const task: Task = {
  taskId: ids.task,
  conversationId: ids.conversation,
  agentId: ids.agent,
  title: 'Plan the week',
  instructions: 'Five dinners for two, no fish.',
  status: 'in_progress',
  note: 'Three of five.',
  createdAt: at(6),
  updatedAt: at(7),
};

export const schedule: Schedule = {
  scheduleId: ids.schedule,
  createdBy: { type: 'user', id: ids.user },
  at: null,
  cron: '0 17 * * 1-5',
  timezone: 'Europe/Zurich',
  text: 'What is for dinner?',
  nextAt: at(60),
};

export const approval: Approval = {
  id: ids.approval,
  agentId: ids.agent,
  conversationId: ids.conversation,
  requestedScope: 'coin.charge',
  action: 'Charge 12 coins: Bread and milk.',
  kind: 'charge',
  coinAmount: 12,
  state: 'pending',
  createdAt: at(8),
  expiresAt: at(8 + 24 * 60),
  resolvedAt: null,
  argumentsSha256: hash,
  arguments: { amount: 12, reason: 'Bread and milk' },
  options: [],
  editable: [],
  option: null,
  reason: null,
  proposedArguments: null,
};

export const receipt: ApprovalReceipt = {
  approvalId: ids.approval,
  invocationId: ids.invocation,
  agentId: ids.agent,
  tool: 'coin.charge',
  requestedScope: 'coin.charge',
  argumentsSha256: hash,
  decidedBy: ids.user,
  decidedAt: at(9),
  decision: 'approved',
  executedAt: at(9),
  outcome: 'succeeded',
  signature: 'kq3fT0vJw1mYd8sXb2ZpL6eRc9uNh4gAoV7iQy5tMxEjKnBrUaWzDfCsGlHvOpTe1YmXq0RbZ3uJk8wLd6NcAg',
};

export const walletEntry: WalletEntry = {
  at: at(9),
  amount: -12,
  balanceAfter: 88,
  reason: 'Bread and milk',
  agentId: ids.agent,
  approvalId: ids.approval,
};

export const deliveryLogEntry: DeliveryLogEntry = {
  deliveryId: ids.delivery,
  event: 'message.created',
  conversationId: ids.conversation,
  status: 'delivered',
  attemptCount: 1,
  createdAt: at(4),
  dispatchedAt: at(4),
  nextAttemptAt: null,
  handlerError: null,
};

export const deliveryAttempt: DeliveryAttempt = {
  attempt: 1,
  startedAt: at(4),
  durationMs: 83,
  outcome: 'delivered',
  statusCode: 202,
  error: null,
  responseSnippet: null,
  via: 'agent',
};
