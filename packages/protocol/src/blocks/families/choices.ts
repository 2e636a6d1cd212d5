import { z } from 'zod';
import { idSchema } from '../../ids.ts';
import { defineBlock } from '../block-definition.ts';
import { conflictingActions } from '../conflicting-actions.ts';
import { action, text } from '../field-schemas.ts';
import { plainMarkdown } from '../plain-markdown.ts';

/**
 * A row of 1–5 buttons, each with a label of 1–60 and a payload of 1–200 characters. A press sends the payload as an ordinary
 * message of the person. Two buttons with the same label must have the same payload.
 */
export type ButtonsBlock = z.infer<typeof buttonsBlock.inbound>;

const buttonsSchema = z.strictObject({ type: z.literal('buttons'), buttons: z.array(action).min(1).max(5) });

export const buttonsBlock = defineBlock({
  inbound: buttonsSchema,
  read: buttonsSchema,
  sender: 'any',
  check: (block) => conflictingActions('buttons', block.buttons),
  text: (block) => block.buttons.map((button) => button.label).join(' · '),
});

/**
 * A card: title 1–200, body 1–10,000 characters, a picture that must be an `image/*` of the sender, 0–3 actions (label 1–60,
 * payload 1–200, sent back as an ordinary message), a price in whole coins, and a purchase control (label 1–40, reason
 * 1–140). The control only asks the agent to start a charge; a real one still needs an approval.
 */
export type CardBlock = z.infer<typeof cardBlock.inbound>;

const cardSchema = z.strictObject({
  type: z.literal('card'),
  title: text(1, 200),
  body: text(1, 10_000).optional(),
  image_asset_id: idSchema('asset').optional(),
  actions: z.array(action).max(3).optional(),
  price: z.strictObject({ amount: z.int().min(0), unit: z.literal('coin') }).optional(),
  purchase: z.strictObject({ label: text(1, 40), reason: text(1, 140) }).optional(),
});

export const cardBlock = defineBlock({
  inbound: cardSchema,
  read: cardSchema,
  sender: 'any',
  check: (block) => conflictingActions('actions', block.actions ?? []),
  asset: ({ image_asset_id: assetId }) => (assetId ? { assetId, field: 'image_asset_id', mime: 'image/*' } : null),
  text: (block) => (block.body ? `${block.title}: ${plainMarkdown(block.body)}` : block.title),
});
