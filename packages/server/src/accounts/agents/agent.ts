import type { AgentAccess, AgentId, AgentStatus, AgentTransport, AssetId, Manifest, UserId } from '@parley/protocol';

/** A stored agent. It is live if its status is `live` and it has at least one credential that is not revoked. */
export interface AgentRow {
  readonly agent_id: AgentId;
  readonly owner_user_id: UserId;
  readonly handle: string;
  readonly name: string;
  readonly description: string;
  readonly transport: AgentTransport;
  readonly webhook_url: string | null;
  readonly access: AgentAccess;
  readonly requested_scopes: Manifest['requested_scopes'];
  readonly suggested_prompts: readonly string[];
  readonly homepage: string | null;
  readonly avatar_asset_id: AssetId | null;
  readonly status: AgentStatus;
  readonly status_reason: string | null;
  readonly has_credential: boolean;
  readonly created_at: Date;
}

export function isLive(agent: Pick<AgentRow, 'status' | 'has_credential'>): boolean {
  return agent.status === 'live' && agent.has_credential;
}
