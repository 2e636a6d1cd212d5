import { z } from 'zod';

/**
 * The things that a quota limits per person. `asset_bytes` counts bytes; `event_streams` counts the streams of the answering
 * server; `standing_grants` counts the active ones.
 */
export const quotaName = z.enum(['agents', 'rooms', 'asset_bytes', 'event_streams', 'standing_grants']);

/** The used part and the limit of a quota. */
export const quotaItem = z
  .strictObject({ name: quotaName, used: z.int().min(0), limit: z.int().min(1) })
  .meta({ id: 'QuotaItem' });

export type QuotaItem = z.infer<typeof quotaItem>;
