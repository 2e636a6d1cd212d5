import { z } from 'zod';
import { defineBlock } from '../block-definition.ts';
import { text } from '../field-schemas.ts';
import { plainMarkdown } from '../plain-markdown.ts';

/** Text of 1–10,000 characters in a subset of Markdown. */
export type TextBlock = z.infer<typeof textBlock.inbound>;

const textSchema = z.strictObject({ type: z.literal('text'), text: text(1, 10_000) });

export const textBlock = defineBlock({
  inbound: textSchema,
  read: textSchema,
  sender: 'any',
  text: (block) => plainMarkdown(block.text),
});

/** The agent's next step, in 1–10,000 characters, while it is still at work: for partial replies only. */
export type IntentBlock = z.infer<typeof intentBlock.inbound>;

const intentSchema = z.strictObject({ type: z.literal('intent'), text: text(1, 10_000) });

export const intentBlock = defineBlock({
  inbound: intentSchema,
  read: intentSchema,
  sender: 'partial',
  text: (block) => block.text,
});

/** Says that a person has to take over and why, in 1–10,000 characters: for final replies only. */
export type NeedsHumanBlock = z.infer<typeof needsHumanBlock.inbound>;

const needsHumanSchema = z.strictObject({ type: z.literal('needs_human'), reason: text(1, 10_000) });

export const needsHumanBlock = defineBlock({
  inbound: needsHumanSchema,
  read: needsHumanSchema,
  sender: 'final',
  text: (block) => `Needs a person: ${block.reason}`,
});

/**
 * A short announcement: title 1–200, body 1–2,000 characters. `action_label` (1–100) is display only; it has no target and
 * sends nothing.
 */
export type NotificationBlock = z.infer<typeof notificationBlock.inbound>;

const notificationSchema = z.strictObject({
  type: z.literal('notification'),
  title: text(1, 200),
  body: text(1, 2000),
  action_label: text(1, 100).optional(),
});

export const notificationBlock = defineBlock({
  inbound: notificationSchema,
  read: notificationSchema,
  sender: 'any',
  text: (block) => `${block.title}: ${block.body}`,
});
