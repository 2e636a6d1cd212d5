import { z } from 'zod';
import { idSchema } from '../ids.ts';

/** The periods that can be asked for, in days. */
export const attentionDays = ['7', '30'] as const;

const asked = {
  /** Approvals created in the period. */
  asked: z.int().min(0),
  approved: z.int().min(0),
  denied: z.int().min(0),
  expired: z.int().min(0),
};

/** The median time until a decision, in seconds; null where none was made. */
const medianSeconds = z.number().min(0).nullable();

/** How often an agent asked a person in a period, and what the person decided. */
export const attention = z
  .strictObject({
    agentId: idSchema('agent'),
    ...asked,
    /** Calls that ran under a standing grant, without the ones that the person approved. */
    underStanding: z.int().min(0),
    medianSeconds,
    /** Decisions made at most three seconds after the question. */
    decidedWithin3s: z.int().min(0),
  })
  .meta({ id: 'Attention' });
export type Attention = z.infer<typeof attention>;

/** How often an agent asked all people in a period, and what they decided. */
export const agentAttention = z
  .strictObject({
    /** The people who were asked, at least five. */
    people: z.int().min(0),
    ...asked,
    medianSeconds,
  })
  .meta({ id: 'AgentAttention' });
export type AgentAttention = z.infer<typeof agentAttention>;
