import type { AdminPerson, AgentId, RouteCall } from '@parley/protocol';

/** Which people to list. */
export type PeopleFilter = Pick<NonNullable<RouteCall<'listPeople'>['query']>, 'q' | 'role' | 'status'>;

/** Which agents to list. */
export type AgentFilter = NonNullable<RouteCall<'listAllAgents'>['query']>;

/** Which rows of the audit log to list. */
export type AuditFilter = Pick<
  NonNullable<RouteCall<'listAudit'>['query']>,
  'actor' | 'action' | 'target' | 'since' | 'until'
>;

/** The cache keys of what administrators read. They are apart from the others, because most visits need none of them. */
export const adminKeys = {
  all: ['admin'],
  people: ['admin', 'people'],
  peopleBy: (filter: PeopleFilter) => ['admin', 'people', 'by', filter],
  person: (userId: AdminPerson['userId']) => ['admin', 'people', 'one', userId],
  exportsOf: (userId: AdminPerson['userId']) => ['admin', 'exports', userId],
  invitations: ['admin', 'invitations'],
  backups: ['admin', 'backups'],
  retention: ['admin', 'retention'],
  holds: ['admin', 'holds'],
  reports: ['admin', 'reports'],
  overview: ['admin', 'overview'],
  settings: ['admin', 'settings'],
  agents: ['admin', 'agents'],
  agentsBy: (filter: AgentFilter) => ['admin', 'agents', 'by', filter],
  agent: (agentId: AgentId) => ['admin', 'agents', 'one', agentId],
  audit: (filter: AuditFilter) => ['admin', 'audit', filter],
} as const;
