import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';

export const exportStates = ['running', 'ready', 'failed'] as const;

/** A file with everything that a person has on the server. */
export const dataExport = z
  .strictObject({
    exportId: idSchema('export'),
    state: z.enum(exportStates),
    createdAt: timestamp,
    /** The size of the file; null until it is ready. */
    sizeBytes: z.int().nonnegative().nullable(),
    /** When the file is removed, 7 days after it was asked for. */
    expiresAt: timestamp,
    /** Where the caller can download the file; null while they cannot. */
    url: z.string().nullable(),
  })
  .meta({ id: 'Export' });

export type ExportState = (typeof exportStates)[number];
export type DataExport = z.infer<typeof dataExport>;
