import { z } from 'zod';
import { paragraph, scopeName, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { decisionOption } from './decisions.ts';
import { standingGrant, standingTerms } from './standing-grants.ts';

/** The states of an approval. Only a pending one can change, and only once. */
export const approvalStates = ['pending', 'approved', 'denied', 'expired'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** The kinds of approval: running a tool, moving coins, or sharing a part of the person's profile. */
export const approvalKinds = ['tool_invocation', 'charge', 'identity_request'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/**
 * POST /v1/approvals/{approvalId}/resolve. `option` is the id of the chosen option. `arguments` replaces the inner arguments of a
 * `decision.request`, as `validateReplacement` takes them. `reason` has 1 to 500 characters and may have line breaks.
 */
export const resolveApprovalBody = z
  .strictObject({
    decision: z.enum(['approved', 'denied']),
    standing: standingTerms.optional(),
    // One that is too long to be an option is an unknown one.
    option: z.string().max(1_000).optional(),
    arguments: z.unknown().optional(),
    reason: paragraph(limits.decisionReasonCharacters).optional(),
  })
  .refine(({ decision, standing }) => standing === undefined || decision === 'approved', {
    path: ['standing'],
    message: 'Only an approval takes standing.',
  })
  .meta({ id: 'ResolveApprovalBody' });
export type ResolveApprovalBody = z.infer<typeof resolveApprovalBody>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** An approval as its owner reads it, with the exact arguments to approve. */
export type Approval = z.infer<typeof approval>;

export const approval = z
  .strictObject({
    id: idSchema('approval'),
    agentId: idSchema('agent'),
    conversationId: idSchema('conversation'),
    requestedScope: scopeName,
    /** The action to approve, in one sentence for a person. */
    action: z.string(),
    kind: z.enum(approvalKinds),
    /** The amount in whole coins; null if no coins would move. */
    coinAmount: z.int().min(1).nullable(),
    state: z.enum(approvalStates).meta({ id: 'ApprovalState' }),
    createdAt: timestamp,
    expiresAt: timestamp,
    resolvedAt: timestamp.nullable(),
    /** SHA-256 in lower-case hex of the canonical JSON (RFC 8785) of {tool, requested_scope, arguments}. */
    argumentsSha256: sha256,
    /** As approved: if the person changed the inner arguments of a `decision.request`, with those. */
    arguments: z.record(z.string(), z.unknown()),
    /** The options of a `decision.request`; empty if it has none. */
    options: z.array(decisionOption).readonly(),
    /** JSON Pointers into the inner arguments of a `decision.request`: the values that the person may change. */
    editable: z.array(z.string()).readonly(),
    /** The id of the chosen option; null without options, and until it is approved. */
    option: z.string().nullable(),
    /** Why the person decided so, in their words. */
    reason: z.string().nullable(),
    /** The inner arguments of a `decision.request` as proposed; null unless the person changed them. */
    proposedArguments: z.unknown(),
    /** As `argumentsSha256`, over the arguments as proposed. Present only if the person changed them. */
    proposedSha256: sha256.optional(),
    /** Present, and true, if it was denied because the person stopped the answer that asked for it. */
    stopped: z.literal(true).optional(),
  })
  .meta({ id: 'Approval' });

/** 200 of a resolution. */
export type ResolvedApproval = z.infer<typeof resolvedApproval>;

export const resolvedApproval = z
  .strictObject({
    approval: approval.pick({ id: true, agentId: true, requestedScope: true, action: true, state: true }),
    /** Present only if the request had `standing`. */
    standingGrant: standingGrant.optional(),
  })
  .meta({ id: 'ResolvedApproval' });

/** A signed record of a person's decision and its outcome. The signature covers all other fields. */
export type ApprovalReceipt = z.infer<typeof approvalReceipt>;

export const approvalReceipt = z
  .strictObject({
    approvalId: idSchema('approval'),
    /** Present only if a standing grant covered the call when it was given. */
    grantId: idSchema('standingGrant').optional(),
    invocationId: idSchema('invocation'),
    agentId: idSchema('agent'),
    tool: z.string(),
    requestedScope: scopeName,
    /** As in the approval: the arguments that the person decided on. */
    argumentsSha256: sha256,
    /** As in the approval: over the arguments as proposed. Present only if the person changed them. */
    proposedSha256: sha256.optional(),
    decidedBy: idSchema('user'),
    decidedAt: timestamp,
    decision: z.enum(['approved', 'denied']),
    /** The id of the chosen option; null if denied. Present only if the decision has options. */
    option: z.string().nullable().optional(),
    /** When the tool ran; null before then, or if it never runs. */
    executedAt: timestamp.nullable(),
    /** The outcome; `denied` if the tool was not allowed to run. Null until then. */
    outcome: z.enum(['succeeded', 'failed', 'denied']).nullable(),
    /** Ed25519 over the canonical JSON (RFC 8785) of the other fields, 64 bytes in base64url. */
    signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
  })
  .meta({ id: 'ApprovalReceipt' });

/** 200 of an agent's read of a receipt. The names of `receipt` are in camelCase, because the signature covers them. */
export type AgentReceiptAnswer = z.infer<typeof agentReceiptAnswer>;

export const agentReceiptAnswer = z.strictObject({ receipt: approvalReceipt }).meta({ id: 'AgentReceiptAnswer' });

/** A signed record of a use of a standing grant. `approvalId` is null where no approval was asked for. */
export const standingReceipt = approvalReceipt
  .extend({ approvalId: idSchema('approval').nullable() })
  .meta({ id: 'StandingReceipt' });
export type StandingReceipt = z.infer<typeof standingReceipt>;

/** A use of a standing grant. A use that was given back stays listed. */
export const standingUse = z
  .strictObject({
    invocationId: idSchema('invocation'),
    at: timestamp,
    argumentsSha256: sha256,
    arguments: z.record(z.string(), z.unknown()),
    /** Null until the tool ran. */
    outcome: approvalReceipt.shape.outcome,
    receipt: standingReceipt,
  })
  .meta({ id: 'StandingUse' });
export type StandingUse = z.infer<typeof standingUse>;
