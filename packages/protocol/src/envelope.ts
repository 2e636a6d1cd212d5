import { z } from 'zod';
import type { EventType } from './event-types.ts';
import { scopeName, timestamp } from './fields.ts';
import { idSchema } from './ids.ts';

/**
 * The delivery envelope that an agent receives, version 1: one strict schema per event. `delivery_id` is the deduplication key
 * (retries reuse it) and authorizes any later reply; `conversation_id` is for correlation only.
 */
const base = {
  version: z.literal('1'),
  delivery_id: idSchema('delivery'),
  agent_id: idSchema('agent'),
  conversation_id: idSchema('conversation'),
  created_at: timestamp,
  user: z.strictObject({ id: idSchema('user'), locale: z.string(), timezone: z.string() }),
  task_id: z.null(),
};

/** One message in an envelope. Only an attachment has `blocks`; its text is empty. */
export const envelopeMessage = z.strictObject({
  id: idSchema('message'),
  author: z.enum(['user', 'agent', 'platform']),
  author_id: z.union([idSchema('user'), idSchema('agent'), z.null()]),
  text: z.string(),
  created_at: timestamp,
  blocks: z.array(z.looseObject({ type: z.string() })).optional(),
});

const messages = z.array(envelopeMessage).min(1);
const taskId = idSchema('task');

export const envelopeSchemas = {
  'message.created': z.strictObject({ ...base, event: z.literal('message.created'), messages }),
  'task.assigned': z.strictObject({ ...base, event: z.literal('task.assigned'), task_id: taskId, messages }),
  'task.cancelled': z.strictObject({ ...base, event: z.literal('task.cancelled'), task_id: taskId, messages }),
  'approval.resolved': z.strictObject({
    ...base,
    event: z.literal('approval.resolved'),
    messages,
    approval: z.strictObject({
      id: idSchema('approval'),
      requested_scope: scopeName,
      action: z
        .string()
        .min(1)
        .max(1000)
        .regex(/^[^\p{Cc}]*$/u),
      state: z.enum(['approved', 'denied', 'expired']),
      invocation_id: idSchema('invocation'),
    }),
  }),
  'tick.scheduled': z.strictObject({ ...base, event: z.literal('tick.scheduled'), messages }),
  'member.joined': z.strictObject({ ...base, event: z.literal('member.joined'), messages }),
  'tool.result': z.strictObject({
    ...base,
    event: z.literal('tool.result'),
    tool_result: z.strictObject({
      invocation_id: idSchema('invocation'),
      tool: z.string(),
      requested_scope: scopeName,
      outcome: z.enum(['succeeded', 'failed', 'denied', 'expired']),
      content: z.json(),
      is_error: z.boolean(),
    }),
  }),
  'form.submitted': z.strictObject({
    ...base,
    event: z.literal('form.submitted'),
    form_submission: z.strictObject({
      values: z.record(z.string(), z.union([z.string(), z.number()])),
      submitted_by: z.string().regex(/^sub_[0-9A-HJKMNP-TV-Z]{26}$/),
    }),
  }),
  'agent.call': z.strictObject({
    ...base,
    event: z.literal('agent.call'),
    agent_call: z.strictObject({
      from_agent_id: idSchema('agent'),
      depth: z.int().min(1).max(8),
      /** On an answer, the delivery of the call that it answers; null on a call. */
      in_answer_to: idSchema('delivery').nullable(),
      blocks: z.array(z.looseObject({ type: z.string() })).min(1),
    }),
  }),
} as const satisfies Record<EventType, z.ZodType>;

export { eventTypes, type EventType } from './event-types.ts';

/** An envelope by its event. */
export type Envelope<Event extends EventType = EventType> = {
  [E in Event]: z.infer<(typeof envelopeSchemas)[E]>;
}[Event];

export type EnvelopeMessage = z.infer<typeof envelopeMessage>;

/** Any envelope of version 1. */
export const envelopeSchema = z.discriminatedUnion('event', [
  envelopeSchemas['message.created'],
  envelopeSchemas['task.assigned'],
  envelopeSchemas['task.cancelled'],
  envelopeSchemas['approval.resolved'],
  envelopeSchemas['tick.scheduled'],
  envelopeSchemas['member.joined'],
  envelopeSchemas['tool.result'],
  envelopeSchemas['form.submitted'],
  envelopeSchemas['agent.call'],
]);
