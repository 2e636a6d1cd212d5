import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { eventTypes } from '../envelope.ts';
import { chosenName, handle, newHandle, scopeName, timestamp } from '../fields.ts';
import { limits } from '../limits.ts';
import { attentionFields, namesSomething, nothingNamed, notifyLevel } from './attention.ts';

/** Who may seat an agent. */
const agentAccess = z.enum(['public', 'request', 'private']).meta({ id: 'AgentAccess' });
export type AgentAccess = z.infer<typeof agentAccess>;

/** How deliveries reach an agent. */
export const agentTransport = z.enum(['webhook', 'relay']).meta({ id: 'AgentTransport' });
export type AgentTransport = z.infer<typeof agentTransport>;

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
    handle: newHandle,
    name: chosenName(80),
    description: z.string().min(1).max(500),
    transport: agentTransport,
    webhook_url: webUrl.optional(),
    requested_scopes: z
      .array(z.strictObject({ scope: scopeName, reason: z.string().min(1).max(200) }))
      .max(limits.requestedScopes)
      .default([]),
    access: agentAccess.default('private'),
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
  })
  .meta({ id: 'Manifest' });

/** POST /v1/agents and PUT /v1/agents/{agentId}/manifest. */
export const manifestBody = z.strictObject({ manifest }).meta({ id: 'ManifestBody' });

/**
 * PUT /v1/agents/{agentId}/membership/grants: the scopes that the caller grants from now on, all of them. What is no scope's name
 * is nothing that the manifest requests, and is refused as such.
 */
export const grantsBody = z.strictObject({ scopes: z.array(z.string().max(200)).max(100) }).meta({ id: 'GrantsBody' });

/** PUT /v1/agents/{agentId}/membership/preferences: at least one of them. */
export const membershipPreferencesBody = z
  .strictObject({ ...attentionFields, blocked: z.boolean().optional() })
  .refine(namesSomething, nothingNamed)
  .meta({ id: 'MembershipPreferencesBody', minProperties: 1 });

/** POST /v1/agents/{agentId}/access-requests. */
export const accessRequestBody = z
  .strictObject({ note: z.string().max(500).optional() })
  .meta({ id: 'AccessRequestBody' });

export type Manifest = z.infer<typeof manifest>;

/** One scope of a manifest, and why the agent asks for it. */
export const requestedScope = z.strictObject({ scope: scopeName, reason: z.string() }).meta({ id: 'RequestedScope' });

export const agentStatus = z.enum(['live', 'paused', 'deleted']).meta({ id: 'AgentStatus' });

/** An agent as people see it; `webhookUrl` is there for its owner only. */
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
    requestedScopes: z.array(requestedScope).readonly(),
    suggestedPrompts: z.array(z.string()).readonly(),
    homepage: z.string().nullable(),
    avatarAssetId: idSchema('asset').nullable(),
    ownerUserId: idSchema('user'),
    createdAt: timestamp,
  })
  .meta({ id: 'Agent' });

/** A credential at the moment it is issued. The secret, 32 random bytes in base64url, is shown this once. */
export const issuedCredential = z
  .strictObject({
    credentialId: idSchema('credential'),
    secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
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
    /** What the caller is sent pushes of; of room and agent the quieter counts. */
    notify: notifyLevel,
    /** The agent counts as muted while this lies ahead. */
    mutedUntil: timestamp.nullable(),
  })
  .meta({ id: 'Membership' });

/** A scope that the caller grants an agent, and what became of it. */
export const grant = z
  .strictObject({
    agentId: idSchema('agent'),
    scope: scopeName,
    /** Since when without a break: granting it again changes nothing. */
    grantedAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    /** Invocations that were allowed or put to the caller, proactive messages that were accepted, and looks at the history. */
    uses: z.int().min(0),
  })
  .meta({ id: 'Grant' });

/** A person's wish to seat an agent whose access is `request`, as its owner and that person see it. */
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

/** Where a delivery stands. `failed` with `nextAttemptAt` null is over; `failed` with a time is tried again then. */
export const deliveryStatus = z.enum(['pending', 'delivered', 'failed']).meta({ id: 'DeliveryStatus' });

/** What an agent said of its own failure to answer a delivery. */
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
  })
  .meta({ id: 'DeliveryAttempt' });

/** One delivery of the log with its attempts: metadata only, never a body. */
export const deliveryLogItem = deliveryLogEntry
  .extend({
    attempts: z.array(deliveryAttempt).readonly(),
    replyMessageIds: z.array(idSchema('message')).readonly(),
    /** The trace that it belongs to, 32 hexadecimal digits; null where it belongs to none. */
    traceId: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .nullable(),
  })
  .meta({ id: 'DeliveryLogItem' });

/** POST /v1/agents/{agentId}/deliveries/{deliveryId}/ack: how a program took a delivery to which the agent's owner listens. */
export const listenerAckBody = z
  .strictObject({
    status: z.enum(['accepted', 'failed']),
    /** Why it failed, for the delivery log. */
    error: z.string().min(1).max(500).optional(),
    /** The HTTP status that the program answered, for the delivery log. */
    statusCode: z.int().min(100).max(599).optional(),
    /** How its answer began, for the delivery log. */
    responseSnippet: z.string().min(1).max(1024).optional(),
  })
  .meta({ id: 'ListenerAckBody' });

/** Whether deliveries reach an agent. */
export const agentConnection = z
  .strictObject({
    state: z.enum(['connected', 'never', 'lost', 'refusing']),
    since: timestamp,
    /** The last attempt that set out for it. */
    lastDelivery: z.strictObject({ at: timestamp, outcome: z.string() }).nullable(),
    /** Its open relay streams, on all servers. */
    streams: z.int().min(0),
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
