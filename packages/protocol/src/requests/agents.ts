import { z } from 'zod';
import type { AgentId, AssetId, ConversationId, CredentialId, DeliveryId, MessageId, UserId } from '../ids.ts';
import { idSchema } from '../ids.ts';
import { handle, line, scopeName } from '../fields.ts';
import type { EventType } from '../envelope.ts';
import { limits } from '../limits.ts';

const webUrl = z.url({ protocol: /^https?$/ }).max(2000);

/**
 * An agent's manifest: a JSON document in snake_case that its owner registers.
 *
 * `webhook_url` is required for the transport `webhook` and may stand beside `relay`. Whether plain http is taken depends on
 * the operator's allow list, so the server judges the scheme.
 */
export const manifest = z
  .strictObject({
    version: z.literal('1'),
    handle,
    name: line(80),
    description: z.string().min(1).max(500),
    transport: z.enum(['webhook', 'relay']),
    webhook_url: webUrl.optional(),
    requested_scopes: z
      .array(z.strictObject({ scope: scopeName, reason: z.string().min(1).max(200) }))
      .max(limits.requestedScopes)
      .default([]),
    access: z.enum(['public', 'request', 'private']).default('private'),
    homepage: webUrl.optional(),
    avatar_asset_id: idSchema('asset').optional(),
    suggested_prompts: z.array(z.string().min(1).max(80)).max(limits.suggestedPrompts).optional(),
  })
  .superRefine((value, context) => {
    if (value.transport === 'webhook' && value.webhook_url === undefined) {
      context.addIssue({ code: 'custom', path: ['webhook_url'], message: 'A webhook agent needs a webhook_url.' });
    }
    const seen = new Set<string>();
    value.requested_scopes.forEach(({ scope }, index) => {
      if (seen.has(scope)) {
        context.addIssue({
          code: 'custom',
          path: ['requested_scopes', index, 'scope'],
          message: 'This scope stands twice.',
        });
      }
      seen.add(scope);
    });
  });

/** POST /v1/agents and PUT /v1/agents/{agentId}/manifest. */
export const manifestBody = z.strictObject({ manifest });

/** PUT /v1/agents/{agentId}/membership/grants: the scopes that the caller grants from now on, all of them. */
export const grantsBody = z.strictObject({ scopes: z.array(scopeName).max(limits.requestedScopes) });

/** PUT /v1/agents/{agentId}/membership/preferences. */
export const membershipPreferencesBody = z.strictObject({
  muted: z.boolean().optional(),
  blocked: z.boolean().optional(),
});

/** POST /v1/agents/{agentId}/access-requests. */
export const accessRequestBody = z.strictObject({ note: z.string().max(500).optional() });

export type Manifest = z.infer<typeof manifest>;
export type AgentAccess = Manifest['access'];
export type AgentTransport = Manifest['transport'];
export type AgentStatus = 'live' | 'paused' | 'deleted';

export interface RequestedScope {
  readonly scope: string;
  readonly reason: string;
}

/** An agent as people see it; `webhookUrl` is there for its owner only. */
export interface Agent {
  readonly agentId: AgentId;
  readonly handle: string;
  readonly name: string;
  readonly description: string;
  readonly access: AgentAccess;
  readonly transport: AgentTransport;
  readonly webhookUrl?: string | null;
  readonly status: AgentStatus;
  readonly requestedScopes: readonly RequestedScope[];
  readonly suggestedPrompts: readonly string[];
  readonly homepage: string | null;
  readonly avatarAssetId: AssetId | null;
  readonly ownerUserId: UserId;
  readonly createdAt: string;
}

/** A credential at the moment it is issued. The secret, 32 random bytes in base64url, is shown this once. */
export interface IssuedCredential {
  readonly credentialId: CredentialId;
  readonly secret: string;
}

export interface Credential {
  readonly credentialId: CredentialId;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** The caller's own relation to an agent. */
export interface Membership {
  readonly agentId: AgentId;
  readonly requestedScopes: readonly RequestedScope[];
  readonly grantedScopes: readonly string[];
  readonly newScopesSinceConsent: readonly string[];
  readonly muted: boolean;
  readonly blocked: boolean;
}

/** A person's wish to seat an agent whose access is `request`, as its owner and that person see it. */
export interface AccessRequest {
  readonly agentId: AgentId;
  readonly userId: UserId;
  readonly handle: string;
  readonly displayName: string;
  readonly note: string | null;
  readonly state: 'pending' | 'approved' | 'denied';
  readonly createdAt: string;
  readonly resolvedAt: string | null;
}

/** Where a delivery stands. `failed` with `nextAttemptAt` null is over; `failed` with a time is tried again then. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** A row of the owner's delivery log. */
export interface DeliveryLogEntry {
  readonly deliveryId: DeliveryId;
  readonly event: EventType;
  readonly conversationId: ConversationId;
  readonly status: DeliveryStatus;
  readonly attemptCount: number;
  readonly createdAt: string;
  readonly dispatchedAt: string | null;
  readonly nextAttemptAt: string | null;
}

/** One delivery of the log with its attempts: metadata only, never a body. */
export interface DeliveryLogItem extends DeliveryLogEntry {
  readonly attempts: readonly DeliveryAttempt[];
  readonly replyMessageIds: readonly MessageId[];
}

export interface DeliveryAttempt {
  readonly attempt: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: string;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly responseSnippet: string | null;
}
