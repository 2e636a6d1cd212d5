import type { AdminPerson, AgentId } from '@parley/protocol';

/** The addresses of the pages for administrators, below `paths.server`. */
export const serverPaths = {
  overview: '/server/overview',
  people: '/server/people',
  person: (userId: AdminPerson['userId']) => `/server/people/${userId}`,
  invitations: '/server/invitations',
  agents: '/server/agents',
  agent: (agentId: AgentId) => `/server/agents/${agentId}`,
  agentsBy: (query: string) => `/server/agents?${query}`,
  reports: '/server/reports',
  audit: '/server/audit',
  data: '/server/data',
  settings: '/server/settings',
} as const;
