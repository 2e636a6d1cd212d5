import type { AgentAccess, AgentId, AgentStatus, AgentTransport, AssetId, Manifest, UserId } from '@parley/protocol';
import type { Suspension } from './suspension-queries.ts';

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
  /** Why the agent is suspended; null if it is not. */
  readonly suspension: Suspension | null;
  /** `pending` or `rejected` for a new agent that administrators have not approved, else null. */
  readonly approval: 'pending' | 'rejected' | null;
  /** A manifest that waits for approval beside the one in force. */
  readonly pending_manifest: Manifest | null;
  /** Why the latest change of the manifest was rejected; null if it was not. */
  readonly rejected_reason: string | null;
  readonly has_credential: boolean;
  readonly created_at: Date;
}

export function isLive(agent: Pick<AgentRow, 'status' | 'has_credential'>): boolean {
  return agent.status === 'live' && agent.has_credential;
}

/** Returns whether others may reach an agent: it is live, and administrators do not hold it back. */
export function isOpen(agent: Pick<AgentRow, 'status' | 'has_credential' | 'approval'>): boolean {
  return isLive(agent) && agent.approval === null;
}

/** Returns the manifest in force, in the form in which its owner sent it. */
export function manifestOf(agent: AgentRow): Manifest {
  return {
    version: '1',
    handle: agent.handle,
    name: agent.name,
    description: agent.description,
    transport: agent.transport,
    ...(agent.webhook_url === null ? {} : { webhook_url: agent.webhook_url }),
    requested_scopes: agent.requested_scopes,
    access: agent.access,
    ...(agent.homepage === null ? {} : { homepage: agent.homepage }),
    ...(agent.avatar_asset_id === null ? {} : { avatar_asset_id: agent.avatar_asset_id }),
    suggested_prompts: [...agent.suggested_prompts],
  };
}
