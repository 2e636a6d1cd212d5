import { z } from 'zod';
import { line, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';

/**
 * POST /v1/conversations/{id}/attachments: an asset of the caller's own, which the platform makes into a block. `filename` (1 to 255
 * characters) names a file otherwise than its upload did; `durationSeconds` is greater than 0 and at most 86,400, and counts for
 * sounds and films only.
 */
export const sendAttachmentBody = z.strictObject({
  assetId: idSchema('asset'),
  filename: line(255).optional(),
  durationSeconds: z.number().positive().max(86_400).optional(),
});

export type SendAttachmentBody = z.infer<typeof sendAttachmentBody>;

/** An uploaded asset as its owner sees it. `mime` is what the bytes are, whatever the upload said they were. */
export const asset = z.strictObject({
  assetId: idSchema('asset'),
  mime: z.string(),
  sizeBytes: z.int().min(1),
  filename: z.string(),
  createdAt: timestamp,
});

/** 200 of GET /hooks/v1/assets/{asset_id}/url: a link to the bytes that needs no signature and ends at `expires_at`. */
export const assetUrlAnswer = z.strictObject({ url: z.string(), expires_at: timestamp });

export type Asset = z.infer<typeof asset>;
export type AssetUrlAnswer = z.infer<typeof assetUrlAnswer>;
