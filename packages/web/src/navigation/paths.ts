import type { AgentId, ConversationId, DeliveryId, MessageId, ReportTarget, StandingGrantId } from '@parley/protocol';

/** The address of every page of the app. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  signUp: '/sign-up',
  forgotten: '/forgotten',
  inbox: '/inbox',
  find: '/find',
  you: '/you',
  wallet: '/you/wallet',
  modelCosts: '/you/costs',
  notifications: '/you/notifications',
  sessions: '/you/sessions',
  tokens: '/you/tokens',
  password: '/you/password',
  email: '/you/email',
  yourData: '/you/data',
  signingIn: '/you/signing-in',
  blockedPeople: '/you/blocked',
  appearance: '/you/appearance',
  server: '/server',
  report: (type: ReportTarget, id: string) => `/report/${type}/${id}`,
  tasks: '/tasks',
  permissions: '/permissions',
  standingGrant: (grantId: StandingGrantId) => `/permissions#${grantId}`,
  agents: '/agents',
  newAgent: '/agents/new',
  addModel: '/agents/model',
  playground: '/agents/playground',
  agent: (agentId: AgentId) => `/agents/${agentId}`,
  editAgent: (agentId: AgentId) => `/agents/${agentId}/edit`,
  connectAgent: (agentId: AgentId) => `/agents/${agentId}/connect`,
  delivery: (agentId: AgentId, deliveryId: DeliveryId) => `/agents/${agentId}/deliveries/${deliveryId}`,
  room: (conversationId: ConversationId) => `/c/${conversationId}`,
  message: (conversationId: ConversationId, messageId: MessageId) => `/c/${conversationId}/m/${messageId}`,
} as const;

/** The server's own pages outside the app: the guide and the API reference. */
export const pages = {
  guide: '/docs/guide',
  guideTo: (page: string) => `/docs/guide/${page}`,
  reference: '/docs',
} as const;

/** Returns whether an address belongs to this app, checked by its first segment. */
export function isPlace(pathname: string): boolean {
  return /^\/($|(c|inbox|find|you|tasks|permissions|agents|server|report)(\/|$))/.test(pathname);
}
