import type { Agent, Credential, UserId } from '@parley/protocol';
import type { AgentRow } from './agent.ts';
import type { CredentialRow } from './credential-queries.ts';

/** An agent as a person sees it; only its owner sees where its webhook is. */
export function presentAgent(row: AgentRow, viewer: UserId): Agent {
  return {
    agentId: row.agent_id,
    handle: row.handle,
    name: row.name,
    description: row.description,
    access: row.access,
    transport: row.transport,
    ...(viewer === row.owner_user_id ? { webhookUrl: row.webhook_url } : {}),
    status: row.status,
    requestedScopes: row.requested_scopes,
    suggestedPrompts: row.suggested_prompts,
    homepage: row.homepage,
    avatarAssetId: row.avatar_asset_id,
    ownerUserId: row.owner_user_id,
    createdAt: row.created_at.toISOString(),
  };
}

export function presentCredential(row: CredentialRow): Credential {
  return {
    credentialId: row.credential_id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
