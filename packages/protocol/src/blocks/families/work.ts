import { z } from 'zod';
import { idSchema } from '../../ids.ts';
import { defineBlock } from '../block-definition.ts';
import { text } from '../field-schemas.ts';

/** Shows where a task stands, with a note of 1–10,000 characters. It only shows; a task is moved by the task call. */
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

/** How far the work has come: a label of 1–200 characters and a whole percentage 0–100, left out rather than invented. */
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

/** Asks a person for an approval, in 1–1,000 characters. Only the platform writes it, when a tool call must be approved. */
export type ApprovalRequestBlock = z.infer<typeof approvalRequestBlock.inbound>;

/** As read, it may name the approval, say what kind it is, and how many coins (at least 1) it is about. */
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
