import { z } from 'zod';
import { envelopeMessage, eventTypes } from '../envelope.ts';
import { scopeName, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { toolPolicies } from './tools.ts';

/**
 * A message as an agent reads it back: the entry of an envelope with its place in the room. What was said in blocks has their words as
 * its `text` too; a person's attachment has none.
 */
export type HistoryEntry = z.infer<typeof historyEntry>;

export const historyEntry = z
  .strictObject({
    ...envelopeMessage.shape,
    /** 1, 2, 3 and so on in the room. Between two entries some are missing where the agent may not read them. */
    seq: z.int().min(1),
  })
  .meta({ id: 'HistoryEntry' });

/** 200 of a history read, in ascending `seq`. `next_cursor` goes on in the same direction; null where there is no more. */
export type HistoryAnswer = z.infer<typeof historyAnswer>;

export const historyAnswer = z
  .strictObject({ items: z.array(historyEntry).readonly(), next_cursor: z.string().nullable() })
  .meta({ id: 'HistoryAnswer' });

/** A tool that an agent may ask for with `POST /hooks/v1/tools/invoke`. */
export type AgentTool = z.infer<typeof agentTool>;

export const agentTool = z
  .strictObject({
    name: z.string().min(1).max(200),
    /** What the person has to grant, and what goes into `requested_scope`. */
    scope: scopeName,
    /** What it does, in the words of whoever offers it; empty where they say nothing. */
    description: z.string(),
    /** The JSON Schema of its arguments. */
    input_schema: z.record(z.string(), z.unknown()),
    policy: z.enum(toolPolicies).meta({ id: 'ToolPolicy' }),
  })
  .meta({ id: 'AgentTool' });

/** 200 of the list of tools, by name. */
export type AgentToolsAnswer = z.infer<typeof agentToolsAnswer>;

export const agentToolsAnswer = z
  .strictObject({ items: z.array(agentTool).readonly() })
  .meta({ id: 'AgentToolsAnswer' });

/** What a delivery still authorizes at this moment. */
export type DeliveryState = z.infer<typeof deliveryState>;

export const deliveryState = z
  .strictObject({
    delivery_id: idSchema('delivery'),
    event: z.enum(eventTypes as [(typeof eventTypes)[number], ...typeof eventTypes]),
    conversation_id: idSchema('conversation'),
    /** What the person on whose behalf it is grants the agent now. */
    granted_scopes: z.array(scopeName).readonly(),
    /** Whether the person has stopped it: whatever answers it is refused from then on. */
    stopped: z.boolean(),
    /** Final replies that are still taken: 0 to 20. */
    replies_left: z.int().min(0),
    /** Until when it may be answered. */
    expires_at: timestamp,
  })
  .meta({ id: 'DeliveryState' });
