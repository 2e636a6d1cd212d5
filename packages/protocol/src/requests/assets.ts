import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { isBlank } from '../names.ts';

/**
 * POST /v1/conversations/{id}/attachments: an asset of the caller, from which the platform makes a block. `filename` (1 to 255 characters)
 * overrides the name of the upload. `durationSeconds` is greater than 0 and at most 86,400, and applies to sounds and films only.
 */
export const sendAttachmentBody = z
  .strictObject({
    assetId: idSchema('asset'),
    filename: bounded(255)
      .min(1)
      .regex(/^[^\p{Cc}]*$/u, { message: 'This field holds a control character.' })
      .refine((text) => !isBlank(text), { message: 'This field is blank.' })
      .optional(),
    durationSeconds: z.number().positive().max(86_400).optional(),
  })
  .meta({ id: 'SendAttachmentBody' });

export type SendAttachmentBody = z.infer<typeof sendAttachmentBody>;

/** An uploaded asset as its owner sees it. The server detects `mime` from the bytes and ignores the type that the upload declared. */
export const asset = z
  .strictObject({
    assetId: idSchema('asset'),
    mime: z.string(),
    sizeBytes: z.int().min(1),
    filename: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'Asset' });

/** 200 of GET /hooks/v1/assets/{asset_id}/url: a link to the bytes that needs no signature and ends at `expires_at`. */
export const assetUrlAnswer = z.strictObject({ url: z.string(), expires_at: timestamp }).meta({ id: 'AssetUrlAnswer' });

export type Asset = z.infer<typeof asset>;
export type AssetUrlAnswer = z.infer<typeof assetUrlAnswer>;
