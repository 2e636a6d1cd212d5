import { z } from 'zod';
import { idSchema } from '../../ids.ts';
import { defineBlock } from '../block-definition.ts';
import { text } from '../field-schemas.ts';

/** Shows the status of a task, with a note of 1–10,000 characters. It changes nothing; the task call changes the status. */
export type TaskUpdateBlock = z.infer<typeof taskUpdateBlock.inbound>;

const taskUpdateSchema = z.strictObject({
  type: z.literal('task_update'),
  task_id: idSchema('task'),
  status: z.enum(['created', 'assigned', 'in_progress', 'awaiting_approval', 'completed', 'failed', 'cancelled']),
  note: text(1, 10_000).optional(),
});

export const taskUpdateBlock = defineBlock({
  inbound: taskUpdateSchema,
  read: taskUpdateSchema,
  sender: 'any',
  text: ({ status, note }) => `Task ${status.replaceAll('_', ' ')}${note ? `: ${note}` : ''}`,
});

/**
 * The progress of the work: a label of 1–200 characters and a whole percentage 0–100. An agent leaves out a percentage that it
 * does not know.
 */
export type ProgressBlock = z.infer<typeof progressBlock.inbound>;

const progressSchema = z.strictObject({
  type: z.literal('progress'),
  label: text(1, 200),
  percent: z.int().min(0).max(100).optional(),
});

export const progressBlock = defineBlock({
  inbound: progressSchema,
  read: progressSchema,
  sender: 'any',
  text: ({ label, percent }) => (percent === undefined ? label : `${label} (${percent} %)`),
});

/** Asks a person for an approval, in 1–1,000 characters. Only the platform writes it, when a tool call needs an approval. */
export type ApprovalRequestBlock = z.infer<typeof approvalRequestBlock.inbound>;

/** As read, it may carry the id of the approval, its kind, and its amount in coins (at least 1). */
export type ApprovalRequestReadBlock = z.infer<typeof approvalRequestBlock.read>;

const approvalRequestSchema = z.strictObject({ type: z.literal('approval_request'), prompt: text(1, 1000) });

export const approvalRequestBlock = defineBlock({
  inbound: approvalRequestSchema,
  read: approvalRequestSchema.extend({
    approval_id: idSchema('approval').optional(),
    kind: z.enum(['tool_invocation', 'charge', 'identity_request']).optional(),
    coin_amount: z.int().min(1).optional(),
  }),
  sender: 'platform',
  text: (block) => `Approval needed: ${block.prompt}`,
});
