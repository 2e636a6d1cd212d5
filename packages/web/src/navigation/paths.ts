import type { AgentId, ConversationId, DeliveryId, MessageId } from '@parley/protocol';

/** Every place of the app, as its address. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  signUp: '/sign-up',
  inbox: '/inbox',
  find: '/find',
  you: '/you',
  wallet: '/you/wallet',
  notifications: '/you/notifications',
  sessions: '/you/sessions',
  tokens: '/you/tokens',
  password: '/you/password',
  blockedPeople: '/you/blocked',
  appearance: '/you/appearance',
  tasks: '/tasks',
  permissions: '/permissions',
  agents: '/agents',
  newAgent: '/agents/new',
  agent: (agentId: AgentId) => `/agents/${agentId}`,
  editAgent: (agentId: AgentId) => `/agents/${agentId}/edit`,
  connectAgent: (agentId: AgentId) => `/agents/${agentId}/connect`,
  delivery: (agentId: AgentId, deliveryId: DeliveryId) => `/agents/${agentId}/deliveries/${deliveryId}`,
  room: (conversationId: ConversationId) => `/c/${conversationId}`,
  message: (conversationId: ConversationId, messageId: MessageId) => `/c/${conversationId}/m/${messageId}`,
} as const;

/** What the server shows beside the app, in a page of its own: the guide, with its pages, and every call. */
export const pages = {
  guide: '/docs/guide',
  guideTo: (page: string) => `/docs/guide/${page}`,
  reference: '/docs',
} as const;

/** Whether an address is one of this app's, as far as its first part tells. */
export function isPlace(pathname: string): boolean {
  return /^\/($|(c|inbox|find|you|tasks|permissions|agents)(\/|$))/.test(pathname);
}
