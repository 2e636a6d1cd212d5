import { z } from 'zod';
import { auditActions, auditTargets, type AuditAction, type AuditTarget } from '../audit-actions.ts';
import { timestamp } from '../fields.ts';

/** Who acts: a person, an agent, the server itself, a directory, or a command at the machine. */
export const actorTypes = ['user', 'agent', 'system', 'scim', 'machine'] as const;
export type ActorType = (typeof actorTypes)[number];

const actionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];
const targetTypes = Object.keys(auditTargets) as [AuditTarget, ...AuditTarget[]];

/** A row of the audit log. */
export const auditRow = z
  .strictObject({
    /** The place in the chain, from 1 on without a gap. */
    seq: z.int(),
    at: timestamp,
    /** `id` is null for the server, a directory and the machine, and where nobody proved who they are. */
    actor: z.strictObject({ type: z.enum(actorTypes), id: z.string().nullable() }),
    action: z.enum(actionNames),
    target: z.strictObject({ type: z.enum(targetTypes), id: z.string().nullable() }),
    /** Ids, scopes, states and counts. No names, no texts. */
    details: z.record(z.string(), z.unknown()),
    /** The address that the request came from, or the /64 network of an IPv6 address. */
    addressGroup: z.string().nullable(),
    requestId: z.string().nullable(),
    /** 64 hexadecimal digits, which depend on this row and all before it. */
    hash: z.string(),
  })
  .meta({ id: 'AuditRow' });

/** The end of the chain at a time, signed with the key of receipts over the canonical JSON of the other members. */
export const auditHead = z
  .strictObject({
    /** 0 for an empty log. */
    seq: z.int(),
    hash: z.string(),
    at: timestamp,
    signature: z.string(),
  })
  .meta({ id: 'AuditHead' });

export type AuditRow = z.infer<typeof auditRow>;
export type AuditHead = z.infer<typeof auditHead>;
