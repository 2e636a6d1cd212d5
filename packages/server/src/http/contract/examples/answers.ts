import type { Member, RouteJson, RouteName, Routes } from '@parley/protocol';
import * as messages from './messages.ts';
import * as people from './people.ts';
import * as standing from './standing.ts';
import * as things from './things.ts';
import { at, hash, ids } from './values.ts';

type WithJson = { [N in RouteName]: RouteJson<Routes[N]> extends void ? never : N }[RouteName];

const item = <Thing>(thing: Thing) => ({ item: thing });
const list = <Thing>(...items: Thing[]) => ({ items });
const page = <Thing>(...items: Thing[]) => ({ items, nextCursor: null });

const taskEntry = { status: 'assigned', at: at(6), by: 'user', note: null } as const;
const deliveryLogItem = {
  ...things.deliveryLogEntry,
  attempts: [things.deliveryAttempt],
  replyMessageIds: [ids.message],
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};
const { id, agentId, requestedScope, action } = things.approval;

/** Example of each route's JSON answer, by route name. */
export const answerExamples = {
  signUp: item(people.user),
  findPeople: list(people.person),
  signIn: item(people.user),
  getSession: item(people.user),
  editProfile: item(people.user),
  listSessions: page(people.session),
  createToken: {
    item: { ...people.accessToken, lastUsedAt: null },
    token: 'pat_q7Wm3Zt0yBv5LcXn8sKd2RjG6hPfUaEoTiYxMw1CzV4',
  },
  listTokens: page(people.accessToken),
  listBlockedPeople: page(people.blockedPerson),
  setUp: item({ ...people.user, role: 'admin' as const }),
  registerAgent: { item: things.agent, credential: things.issuedCredential },
  listAgents: page(things.agent),
  searchDirectory: page(things.agent),
  getAgent: item(things.agent),
  replaceManifest: item(things.agent),
  pauseAgent: item({ ...things.agent, status: 'paused' as const }),
  resumeAgent: item(things.agent),
  issueCredential: { credential: things.issuedCredential },
  listCredentials: page(things.credential),
  getMembership: item(things.membership),
  grantScopes: item(things.membership),
  setMembershipPreferences: item({ ...things.membership, muted: true }),
  listGrants: page(things.grant),
  requestAccess: item(things.accessRequest),
  listAccessRequests: page(things.accessRequest),
  listOwnAccessRequests: page(things.accessRequest),
  approveAccessRequest: item({ ...things.accessRequest, state: 'approved' as const, resolvedAt: at(3) }),
  denyAccessRequest: item({ ...things.accessRequest, state: 'denied' as const, resolvedAt: at(3) }),
  openConversation: item({ ...things.conversation, lastMessage: null, unreadCount: 0, readSeq: 0 }),
  listConversations: page(things.conversation),
  getConversation: item(things.conversation),
  renameConversation: item({ ...things.conversation, title: 'Dinner' }),
  listMembers: page<Member>(things.agentMember, people.person),
  addMember: item({
    ...things.conversation,
    kind: 'group' as const,
    userMembers: [{ userId: ids.otherUser, handle: 'grace', displayName: 'Grace' }],
  }),
  sendMessage: things.sentMessage,
  listMessages: page(things.message),
  getMessage: item(things.message),
  searchMessages: page(things.foundMessage),
  listFiles: page(things.conversationFile),
  stopMessage: item(messages.stoppedMessage),
  editMessage: item(messages.editedMessage),
  listRevisions: { items: messages.revisions },
  listReactions: { items: [{ emoji: '👍', userId: ids.user, handle: 'ada' }] },
  editByAgent: { message_id: ids.message, revision: 1 },
  sendAttachment: { ...things.sentMessage, body: null },
  readHistory: {
    items: [
      {
        id: ids.message,
        author: 'agent' as const,
        author_id: ids.agent,
        text: 'Soup, and bread from yesterday.',
        created_at: at(5),
        blocks: [{ type: 'text', text: 'Soup, and bread from yesterday.' }],
        seq: 2,
      },
    ],
    next_cursor: null,
  },
  reportFailure: {},
  reply: { message_id: ids.message, partial: false, agent_call: null },
  sendProactive: { accepted: true, message_id: ids.message },
  uploadAsset: item(things.asset),
  uploadAgentAsset: { asset_id: ids.asset, mime: 'image/png', size_bytes: 48213 },
  getAssetUrl: {
    url: `https://parley.example/v1/assets/${ids.asset}/signed?expires=1768237500&signature=${hash}`,
    expires_at: at(5),
  },
  submitForm: {
    item: { formId: 'dinner', messageId: ids.message, submittedAt: at(5) },
    deliveries: [things.queuedDelivery],
  },
  getPushKey: item({
    key: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  }),
  subscribe: item({ subscriptionId: ids.subscription, createdAt: at(2) }),
  listNotifications: page(things.notification),
  createTask: {
    item: { ...things.task, status: 'assigned', note: null, updatedAt: things.task.createdAt },
    deliveries: [things.queuedDelivery],
  },
  listTasks: page(things.task),
  getTask: { item: { ...things.task, history: [taskEntry] }, nextCursor: null },
  cancelTask: item({ ...things.task, status: 'cancelled' as const }),
  updateTask: { applied: true, status: 'in_progress' },
  createSchedule: item(things.schedule),
  listSchedules: page(things.schedule),
  listApprovals: page(things.approval),
  listWaiting: list({
    kind: 'form' as const,
    conversationId: ids.conversation,
    messageId: ids.message,
    formId: 'order',
    agentId: ids.agent,
    askedAt: at(1),
  }),
  getApproval: item(things.approval),
  resolveApproval: { approval: { id, agentId, requestedScope, action, state: 'approved' } },
  getReceipt: item(things.receipt),
  readReceipt: { receipt: things.receipt },
  listStandingGrants: page(standing.standingGrant),
  getStandingGrant: item(standing.standingGrant),
  listStandingUses: page(standing.standingUse),
  readAttention: list({
    agentId: ids.agent,
    asked: 12,
    approved: 9,
    denied: 2,
    expired: 1,
    underStanding: 30,
    medianSeconds: 4.2,
    decidedWithin3s: 5,
  }),
  readAgentAttention: item({ people: 8, asked: 40, approved: 31, denied: 6, expired: 3, medianSeconds: 6.5 }),
  getWallet: { item: { balance: 88, entries: [things.walletEntry] }, nextCursor: null },
  searchAgents: list({
    agent_id: ids.agent,
    handle: 'kitchen',
    name: 'Kitchen',
    description: 'Plans meals and orders what is missing.',
    requested_scopes: ['proactive.message'],
    score: 2,
  }),
  listTools: list({
    name: 'clock.now',
    scope: 'clock.read',
    description: 'Says what time it is, and in which time zone the person is.',
    input_schema: { type: 'object', properties: {}, additionalProperties: false },
    policy: 'allow' as const,
    standing: false,
  }),
  invokeTool: { outcome: 'pending_approval', invocation_id: ids.invocation, approval_id: ids.approval },
  getQuota: {
    items: [
      { name: 'agents', used: 2, limit: 100 },
      { name: 'rooms', used: 17, limit: 5000 },
      { name: 'asset_bytes', used: 48_213, limit: 1_073_741_824 },
      { name: 'event_streams', used: 1, limit: 20 },
      { name: 'standing_grants', used: 3, limit: 200 },
    ],
  },
  listDeliveries: page(things.deliveryLogEntry),
  getDelivery: item(deliveryLogItem),
  getConnection: item({
    state: 'connected',
    since: at(1),
    lastDelivery: { at: at(4), outcome: 'delivered' },
    streams: 1,
    listening: { since: at(3), by: 'token', name: 'Deploys' },
  }),
  replayDelivery: item({ ...deliveryLogItem, status: 'pending' as const, nextAttemptAt: at(9) }),
  checkDelivery: {
    delivery_id: ids.delivery,
    event: 'message.created',
    conversation_id: ids.conversation,
    granted_scopes: ['proactive.message'],
    stopped: false,
    replies_left: 19,
    expires_at: at(4 + 7 * 24 * 60),
  },
  ackDelivery: { matched: true },
  ackListened: { matched: true },
} satisfies { readonly [N in WithJson]: RouteJson<Routes[N]> };
