import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { idSchema } from '../ids.ts';
import { eventTypes } from '../envelope.ts';
import { handle, line, shownLine, scopeName, timestamp } from '../fields.ts';
import { limits } from '../limits.ts';
import { attentionFields, namesSomething, nothingNamed, notifyLevel } from './attention.ts';

/** Who may seat an agent. */
const agentAccess = z.enum(['public', 'request', 'private']).meta({ id: 'AgentAccess' });
export type AgentAccess = z.infer<typeof agentAccess>;

/** How deliveries reach an agent. */
export const agentTransport = z.enum(['webhook', 'relay']).meta({ id: 'AgentTransport' });
export type AgentTransport = z.infer<typeof agentTransport>;

const webUrl = bounded(2000).check(z.url({ protocol: /^https?$/ }));

/** Refuses a user name or password in the URL: a name before the host reads like the host itself. */
function hasNoLogin(address: string): boolean {
  if (address.length > 2000 || !URL.canParse(address)) return true;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

/**
 * An agent's manifest: a JSON document in snake_case that its owner registers.
 *
 * `webhook_url` is required for the transport `webhook` and optional with `relay`. The server checks the scheme, because the operator's
 * allow list decides about plain http. The server also checks a handle or name that the agent does not have yet.
 */
export const manifest = z
  .strictObject({
    version: z.literal('1'),
    handle,
    name: line(80),
    description: z.string().min(1).max(500),
    transport: agentTransport,
    webhook_url: webUrl.optional(),
    requested_scopes: z
      .array(z.strictObject({ scope: scopeName, reason: z.string().min(1).max(200), title: shownLine(60).optional() }))
      .max(limits.requestedScopes)
      .default([]),
    access: agentAccess.default('private'),
    homepage: webUrl.refine(hasNoLogin, { message: 'This address holds a user name or a password.' }).optional(),
    avatar_asset_id: idSchema('asset').optional(),
    suggested_prompts: z.array(z.string().min(1).max(80)).max(limits.suggestedPrompts).optional(),
  })
  .superRefine((value, context) => {
    if (value.transport === 'webhook' && value.webhook_url === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['webhook_url'],
        message: 'A webhook agent needs a webhook_url.',
        params: { hint: 'Name the https address that deliveries are posted to, or choose the transport relay.' },
      });
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
  })
  .meta({ id: 'Manifest' });

/** POST /v1/agents and PUT /v1/agents/{agentId}/manifest. */
export const manifestBody = z.strictObject({ manifest }).meta({ id: 'ManifestBody' });

/**
 * PUT /v1/agents/{agentId}/membership/grants: replaces the scopes that the caller grants. A text that is not a scope name is refused like a
 * scope that the manifest does not request.
 */
export const grantsBody = z.strictObject({ scopes: z.array(z.string().max(200)).max(100) }).meta({ id: 'GrantsBody' });

/** PUT /v1/agents/{agentId}/membership/preferences: at least one field. */
export const membershipPreferencesBody = z
  .strictObject({ ...attentionFields, blocked: z.boolean().optional() })
  .refine(namesSomething, nothingNamed)
  .meta({ id: 'MembershipPreferencesBody', minProperties: 1 });

/** POST /v1/agents/{agentId}/access-requests. */
export const accessRequestBody = z
  .strictObject({ note: z.string().max(500).optional() })
  .meta({ id: 'AccessRequestBody' });

export type Manifest = z.infer<typeof manifest>;

/** One scope of a manifest, the agent's reason for it, and its title: the platform's for its own scopes, null without one. */
export const requestedScope = z
  .strictObject({ scope: scopeName, reason: z.string(), title: z.string().nullable() })
  .meta({ id: 'RequestedScope' });

export const agentStatus = z.enum(['live', 'paused', 'deleted']).meta({ id: 'AgentStatus' });

/** An agent as people see it; only its owner sees `webhookUrl`, `pausedReason`, `suspendedReason`, `pendingManifest` and `rejectedReason`. */
export const agent = z
  .strictObject({
    agentId: idSchema('agent'),
    handle,
    name: z.string(),
    description: z.string(),
    access: agentAccess,
    transport: agentTransport,
    webhookUrl: z.string().nullable().optional(),
    status: agentStatus,
    /** Why the platform paused the agent: its webhook answered 410. Left out if it is not paused, or a person paused it. */
    pausedReason: z.enum(['webhook_gone']).optional(),
    /** Why administrators suspended the agent or refused it; null if they did neither. */
    suspendedReason: z.string().nullable().optional(),
    /** The manifest that waits for the approval of administrators; of a new agent, its own. Null if none waits. */
    pendingManifest: manifest.nullable().optional(),
    /** Why administrators rejected the latest manifest, while the owner has sent no other; left out if they did not. */
    rejectedReason: z.string().optional(),
    requestedScopes: z.array(requestedScope).readonly(),
    suggestedPrompts: z.array(z.string()).readonly(),
    homepage: z.string().nullable(),
    avatarAssetId: idSchema('asset').nullable(),
    ownerUserId: idSchema('user'),
    createdAt: timestamp,
  })
  .meta({ id: 'Agent' });

/** A newly issued credential. The secret, 32 random bytes in base64url, is shown only once. */
export const issuedCredential = z
  .strictObject({
    credentialId: idSchema('credential'),
    secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    /** The same bytes in the format of Standard Webhooks libraries: `whsec_` and padded base64. */
    webhookSecret: z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/),
  })
  .meta({ id: 'IssuedCredential' });

/** 201 of a registration. */
export const registeredAgent = z
  .strictObject({ item: agent, credential: issuedCredential })
  .meta({ id: 'RegisteredAgent' });

/** 201 of one more credential. */
export const issuedCredentialAnswer = z
  .strictObject({ credential: issuedCredential })
  .meta({ id: 'IssuedCredentialAnswer' });

export const credential = z
  .strictObject({
    credentialId: idSchema('credential'),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
    /** The access token that created it, which may have expired since; null if a session did. */
    issuedBy: z.strictObject({ tokenId: idSchema('token'), name: z.string() }).nullable(),
  })
  .meta({ id: 'Credential' });

/** The caller's own relation to an agent. */
export const membership = z
  .strictObject({
    agentId: idSchema('agent'),
    requestedScopes: z.array(requestedScope).readonly(),
    grantedScopes: z.array(z.string()).readonly(),
    newScopesSinceConsent: z.array(z.string()).readonly(),
    muted: z.boolean(),
    blocked: z.boolean(),
    /** The level of push notifications. The quieter of the room's and the agent's level applies. */
    notify: notifyLevel,
    /** The agent is muted until this time. */
    mutedUntil: timestamp.nullable(),
  })
  .meta({ id: 'Membership' });

/** A scope that the caller grants an agent, and how often the agent used it. */
export const grant = z
  .strictObject({
    agentId: idSchema('agent'),
    scope: scopeName,
    /** The start of the unbroken grant: granting the scope again does not change it. */
    grantedAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    /** The number of allowed or submitted invocations, accepted proactive messages, and history reads. */
    uses: z.int().min(0),
  })
  .meta({ id: 'Grant' });

/** A person's request to seat an agent with the access `request`, as the owner and that person see it. */
export const accessRequest = z
  .strictObject({
    agentId: idSchema('agent'),
    userId: idSchema('user'),
    handle,
    displayName: z.string(),
    note: z.string().nullable(),
    state: z.enum(['pending', 'approved', 'denied']),
    createdAt: timestamp,
    resolvedAt: timestamp.nullable(),
  })
  .meta({ id: 'AccessRequest' });

/** The status of a delivery. `failed` with `nextAttemptAt` null is final; `failed` with a time means a retry at that time. */
export const deliveryStatus = z.enum(['pending', 'delivered', 'failed']).meta({ id: 'DeliveryStatus' });

/** The agent's own report of why it could not answer a delivery. */
export const handlerError = z.strictObject({ at: timestamp, reason: z.string() }).meta({ id: 'HandlerError' });

/** A row of the owner's delivery log. */
export const deliveryLogEntry = z
  .strictObject({
    deliveryId: idSchema('delivery'),
    event: z.enum(eventTypes),
    conversationId: idSchema('conversation'),
    status: deliveryStatus,
    attemptCount: z.int().min(0),
    createdAt: timestamp,
    dispatchedAt: timestamp.nullable(),
    nextAttemptAt: timestamp.nullable(),
    handlerError: handlerError.nullable(),
  })
  .meta({ id: 'DeliveryLogEntry' });

export const deliveryAttempt = z
  .strictObject({
    attempt: z.int().min(1),
    startedAt: timestamp,
    durationMs: z.int().min(0),
    outcome: z.string(),
    statusCode: z.int().nullable(),
    error: z.string().nullable(),
    responseSnippet: z.string().nullable(),
    /** `listener`: the attempt went to the agent's owner, who listened to the agent. */
    via: z.enum(['agent', 'listener']),
  })
  .meta({ id: 'DeliveryAttempt' });

/** One delivery of the log with its attempts: metadata only, never a body. */
export const deliveryLogItem = deliveryLogEntry
  .extend({
    attempts: z.array(deliveryAttempt).readonly(),
    replyMessageIds: z.array(idSchema('message')).readonly(),
    /** The W3C trace id, 32 hexadecimal digits; null if the delivery belongs to no trace. */
    traceId: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .nullable(),
  })
  .meta({ id: 'DeliveryLogItem' });

/** POST /v1/agents/{agentId}/deliveries/{deliveryId}/ack: the result of a delivery in the program of the owner who listens. */
export const listenerAckBody = z
  .strictObject({
    status: z.enum(['accepted', 'failed']),
    /** The error for the delivery log. */
    error: z.string().min(1).max(500).optional(),
    /** The program's HTTP status, for the delivery log. */
    statusCode: z.int().min(100).max(599).optional(),
    /** The beginning of the program's response, for the delivery log. */
    responseSnippet: z.string().min(1).max(1024).optional(),
  })
  .meta({ id: 'ListenerAckBody' });

/** Whether deliveries reach an agent. */
export const agentConnection = z
  .strictObject({
    state: z.enum(['connected', 'never', 'lost', 'refusing']),
    since: timestamp,
    /** The latest delivery attempt. */
    lastDelivery: z.strictObject({ at: timestamp, outcome: z.string() }).nullable(),
    /** The number of its open relay streams, on all servers. */
    streams: z.int().min(0),
    /** The oldest open stream of the owner who listens, on all servers; null if there is no such stream. */
    listening: z
      .strictObject({
        since: timestamp,
        by: z.enum(['session', 'token']),
        /** The name of the token, or the user agent of the session; null if the session sent none. */
        name: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'AgentConnection' });

export type ListenerAckBody = z.infer<typeof listenerAckBody>;
export type AgentConnection = z.infer<typeof agentConnection>;
export type HandlerError = z.infer<typeof handlerError>;
export type AgentStatus = z.infer<typeof agentStatus>;
export type RequestedScope = z.infer<typeof requestedScope>;
export type Agent = z.infer<typeof agent>;
export type IssuedCredential = z.infer<typeof issuedCredential>;
export type Credential = z.infer<typeof credential>;
export type Membership = z.infer<typeof membership>;
export type Grant = z.infer<typeof grant>;
export type AccessRequest = z.infer<typeof accessRequest>;
export type DeliveryStatus = z.infer<typeof deliveryStatus>;
export type DeliveryLogEntry = z.infer<typeof deliveryLogEntry>;
export type DeliveryLogItem = z.infer<typeof deliveryLogItem>;
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;
