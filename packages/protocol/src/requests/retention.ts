import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { freshProof } from './fresh-proof.ts';

const messagesDays = z.int().min(1).max(3_650).nullable();

/**
 * PUT /v1/admin/retention and /v1/conversations/{id}/retention. Messages older than `messagesDays` days are deleted; null keeps them.
 * `password` and `passkey` are for a session that is not fresh.
 */
export const setRetentionBody = z.strictObject({ messagesDays, ...freshProof }).meta({ id: 'SetRetentionBody' });

/** How long messages are kept. */
export const retention = z
  .strictObject({
    /** The days that were set; null: messages are kept, or for a conversation as long as the server keeps them. */
    messagesDays,
    /** When messages are deleted next, and how many by then, counted to 100,000; null if no message is to be deleted. */
    nextPurge: z.strictObject({ at: timestamp, messages: z.int().min(0) }).nullable(),
  })
  .meta({ id: 'Retention' });

/** PUT /v1/admin/holds/{targetId}. The reason has 1 to 500 characters; administrators alone read it. */
export const holdBody = z.strictObject({ reason: bounded(500).trim().min(1), ...freshProof }).meta({ id: 'HoldBody' });

export const holdTargets = ['user', 'conversation'] as const;

/** A legal hold: what a person or a conversation wrote is neither purged nor erased. */
export const hold = z
  .strictObject({
    targetType: z.enum(holdTargets),
    targetId: z.union([idSchema('user'), idSchema('conversation')]),
    reason: z.string(),
    createdBy: idSchema('user'),
    createdAt: timestamp,
  })
  .meta({ id: 'Hold' });

export type SetRetentionBody = z.infer<typeof setRetentionBody>;
export type Retention = z.infer<typeof retention>;
export type HoldBody = z.infer<typeof holdBody>;
export type Hold = z.infer<typeof hold>;
export type HoldTarget = (typeof holdTargets)[number];
