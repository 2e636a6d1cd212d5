import {
  titleOfScope,
  type Agent,
  type Credential,
  type Manifest,
  type RequestedScope,
  type UserId,
} from '@parley/protocol';
import { manifestOf, type AgentRow } from './agent.ts';
import type { ListedCredential } from './credential-queries.ts';

/** Presents an agent to a person. Only its owner sees the webhook's URL and what administrators decided. */
export function presentAgent(row: AgentRow, viewer: UserId): Agent {
  const isOwner = viewer === row.owner_user_id;
  return {
    agentId: row.agent_id,
    handle: row.handle,
    name: row.name,
    description: row.description,
    access: row.access,
    transport: row.transport,
    ...(isOwner ? { webhookUrl: row.webhook_url } : {}),
    status: row.status,
    ...(isOwner && isPausedByPlatform(row) ? { pausedReason: 'webhook_gone' } : {}),
    ...(isOwner ? { suspendedReason: suspendedReasonOf(row), pendingManifest: pendingManifestOf(row) } : {}),
    ...(isOwner && row.rejected_reason !== null ? { rejectedReason: row.rejected_reason } : {}),
    requestedScopes: presentScopes(row),
    suggestedPrompts: row.suggested_prompts,
    homepage: row.homepage,
    avatarAssetId: row.avatar_asset_id,
    ownerUserId: row.owner_user_id,
    createdAt: row.created_at.toISOString(),
  };
}

/** A person who pauses an agent gives no reason, and a suspension has its own. */
function isPausedByPlatform({ status, status_reason: reason, suspension }: AgentRow): boolean {
  return status === 'paused' && reason !== null && suspension === null;
}

/** What an owner reads where no reason was given. */
const reasons = {
  admin: 'An administrator suspended this agent.',
  owner_disabled: 'The owner of this agent is disabled.',
  rejected: 'An administrator rejected this agent.',
} as const;

/** Returns why an agent is suspended, in the words of who did it; null if it is not. */
export function suspendedReasonOf({ suspension }: Pick<AgentRow, 'suspension'>): string | null {
  return suspension === null ? null : (suspension.reason ?? reasons[suspension.cause]);
}

/** Of a new agent its own manifest waits. */
function pendingManifestOf(row: AgentRow): Manifest | null {
  return row.approval === 'pending' ? manifestOf(row) : row.pending_manifest;
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
