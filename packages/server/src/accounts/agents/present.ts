import { titleOfScope, type Agent, type Credential, type RequestedScope, type UserId } from '@parley/protocol';
import type { AgentRow } from './agent.ts';
import type { ListedCredential } from './credential-queries.ts';

/** Presents an agent to a person. Only its owner sees the webhook's URL. */
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
    requestedScopes: presentScopes(row),
    suggestedPrompts: row.suggested_prompts,
    homepage: row.homepage,
    avatarAssetId: row.avatar_asset_id,
    ownerUserId: row.owner_user_id,
    createdAt: row.created_at.toISOString(),
  };
}

/** Presents the scopes that an agent requests, with their titles. */
export function presentScopes({ requested_scopes: requested }: Pick<AgentRow, 'requested_scopes'>): RequestedScope[] {
  return requested.map(({ scope, reason, title }) => ({ scope, reason, title: titleOfScope(scope, title) }));
}

export function presentCredential(row: ListedCredential): Credential {
  return {
    credentialId: row.credential_id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    issuedBy: row.token_id === null ? null : { tokenId: row.token_id, name: row.token_name ?? '' },
  };
}
