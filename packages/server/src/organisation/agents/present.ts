import type { AdminAgent } from '@parley/protocol';
import type { AgentStateRow } from '../../accounts/agents/admin-queries.ts';
import { presentAgent, suspendedReasonOf } from '../../accounts/agents/present.ts';

/** What an agent does on the server, in numbers. */
export type AgentFigures = Pick<AdminAgent, 'members' | 'deliveries24h' | 'failed24h' | 'coinsSpent30d'>;

/** Presents an agent to an administrator, who sees of it what its owner sees. */
export function presentAdminAgent(row: AgentStateRow, figures: AgentFigures): AdminAgent {
  return {
    ...presentAgent(row, row.owner_user_id),
    ownerHandle: row.owner_handle,
    state: row.state,
    suspendedReason: suspendedReasonOf(row),
    ...figures,
  };
}
