import { z } from 'zod';

/** What a person may have so many of. `asset_bytes` counts bytes; `event_streams` are those of the server that answers. */
export const quotaName = z.enum(['agents', 'rooms', 'asset_bytes', 'event_streams']);

/** How much of a quota is used. */
export const quotaItem = z
  .strictObject({ name: quotaName, used: z.int().min(0), limit: z.int().min(1) })
  .meta({ id: 'QuotaItem' });

export type QuotaItem = z.infer<typeof quotaItem>;
