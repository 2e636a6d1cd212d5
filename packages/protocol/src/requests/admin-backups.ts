import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';

export const backupStates = ['running', 'ready', 'failed'] as const;

/** A backup that a server made. */
export const backup = z
  .strictObject({
    backupId: idSchema('backup'),
    state: z.enum(backupStates),
    createdAt: timestamp,
    /** The size of the file; null until it is ready. */
    sizeBytes: z.int().nonnegative().nullable(),
    /** Why it failed, in a sentence; else null. */
    error: z.string().nullable(),
  })
  .meta({ id: 'Backup' });

export type BackupState = (typeof backupStates)[number];
export type Backup = z.infer<typeof backup>;
