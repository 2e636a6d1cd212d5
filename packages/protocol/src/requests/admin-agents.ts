import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { idSchema } from '../ids.ts';
import { agent } from './agents.ts';

/**
 * What an agent is to administrators. `pending` and `rejected`: a new agent that waits for approval, or was refused. `suspended`: by an
 * administrator, or because its owner is disabled.
 */
export const agentStates = ['live', 'paused', 'pending', 'rejected', 'suspended', 'deleted'] as const;
export type AgentState = (typeof agentStates)[number];

export const agentOrders = ['newest', 'failing'] as const;
export type AgentOrder = (typeof agentOrders)[number];

/** An agent as administrators see it: what its owner sees, and what it does on the server. */
export const adminAgent = agent
  .extend({
    ownerHandle: z.string(),
    state: z.enum(agentStates),
    /** Why the agent is suspended or was rejected; null if it is neither. */
    suspendedReason: z.string().nullable(),
    /** People who know the agent: it shares a conversation with them, or did. At most 10,000 are counted. */
    members: z.int(),
    /** Deliveries that were made within 24 hours; at most 10,000 are counted. */
    deliveries24h: z.int(),
    /** Those of them that failed, for good or until the next attempt. */
    failed24h: z.int(),
    /** Coins that people paid for calls of the agent within 30 days. */
    coinsSpent30d: z.int(),
  })
  .meta({ id: 'AdminAgent' });

/** PATCH /v1/admin/agents/{agentId}: at least one of `suspended` and `ownerUserId`. `reason` goes with `suspended: true`. */
export const changeAgentBody = z
  .strictObject({
    suspended: z.boolean().optional(),
    reason: bounded(500).trim().min(1).optional(),
    ownerUserId: idSchema('user').optional(),
  })
  .refine((body) => body.suspended !== undefined || body.ownerUserId !== undefined, {
    message: 'Change at least one of suspended and ownerUserId.',
  })
  .refine((body) => body.reason === undefined || body.suspended === true, {
    message: 'A reason goes with suspended: true.',
    path: ['reason'],
  })
  .meta({ id: 'ChangeAgentBody' });

/** POST /v1/admin/agents/{agentId}/approve and /reject. The owner of what was rejected reads the reason. */
export const decideAgentBody = z
  .strictObject({ reason: bounded(500).trim().min(1).optional() })
  .meta({ id: 'DecideAgentBody' });

export type AdminAgent = z.infer<typeof adminAgent>;
export type ChangeAgentBody = z.infer<typeof changeAgentBody>;
