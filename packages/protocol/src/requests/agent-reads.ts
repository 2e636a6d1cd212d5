import { z } from 'zod';
import { envelopeMessage, eventTypes } from '../envelope.ts';
import { scopeName, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { toolPolicies } from './tools.ts';

/**
 * A message as an agent reads it back: an envelope's message with its `seq` in the room. The `text` of a message of blocks holds their
 * plain-text form; the text of a person's attachment is empty.
 */
export type HistoryEntry = z.infer<typeof historyEntry>;

export const historyEntry = z
  .strictObject({
    ...envelopeMessage.shape,
    /** 1, 2, 3 and so on in the room. A gap between two entries means messages that the agent may not read. */
    seq: z.int().min(1),
  })
  .meta({ id: 'HistoryEntry' });

/** 200 of a history read, in ascending `seq`. `next_cursor` continues in the same direction; null at the end. */
export type HistoryAnswer = z.infer<typeof historyAnswer>;

export const historyAnswer = z
  .strictObject({ items: z.array(historyEntry).readonly(), next_cursor: z.string().nullable() })
  .meta({ id: 'HistoryAnswer' });

/** A tool that an agent may ask for with `POST /hooks/v1/tools/invoke`. */
export type AgentTool = z.infer<typeof agentTool>;

export const agentTool = z
  .strictObject({
    name: z.string().min(1).max(200),
    /** The scope that the person has to grant, and the value for `requested_scope`. */
    scope: scopeName,
    /** The tool provider's description of the tool; may be empty. */
    description: z.string(),
    /** The JSON Schema of its arguments. */
    input_schema: z.record(z.string(), z.unknown()),
    policy: z.enum(toolPolicies).meta({ id: 'ToolPolicy' }),
    /** Whether the person who is asked may let equal calls run without a question. */
    standing: z.boolean(),
  })
  .meta({ id: 'AgentTool' });

/** 200 of the list of tools, by name. */
export type AgentToolsAnswer = z.infer<typeof agentToolsAnswer>;

export const agentToolsAnswer = z
  .strictObject({ items: z.array(agentTool).readonly() })
  .meta({ id: 'AgentToolsAnswer' });

/** What a delivery authorizes now. */
export type DeliveryState = z.infer<typeof deliveryState>;

export const deliveryState = z
  .strictObject({
    delivery_id: idSchema('delivery'),
    event: z.enum(eventTypes as [(typeof eventTypes)[number], ...typeof eventTypes]),
    conversation_id: idSchema('conversation'),
    /** The scopes that the person behind the delivery grants the agent now. */
    granted_scopes: z.array(scopeName).readonly(),
    /** Whether the person has stopped it. Every later reply to it is refused. */
    stopped: z.boolean(),
    /** The number of final replies that are still accepted: 0 to 20. */
    replies_left: z.int().min(0),
    /** Replies after this time are refused. */
    expires_at: timestamp,
  })
  .meta({ id: 'DeliveryState' });
