import { z } from 'zod';
import { handle, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';

/** POST /v1/agents/{agentId}/transfer: who is to have the agent. */
export const transferBody = z.strictObject({ handle }).meta({ id: 'TransferBody' });

const party = z.strictObject({ userId: idSchema('user'), handle: z.string(), displayName: z.string() });

/** An agent that its owner wants to give to another person, who has not accepted yet. */
export const agentTransfer = z
  .strictObject({
    agentId: idSchema('agent'),
    /** The agent's handle and name, because the other person may not see the agent yet. */
    agentHandle: z.string(),
    agentName: z.string(),
    from: party,
    to: party,
    createdAt: timestamp,
  })
  .meta({ id: 'AgentTransfer' });

export type TransferBody = z.infer<typeof transferBody>;
export type AgentTransfer = z.infer<typeof agentTransfer>;
