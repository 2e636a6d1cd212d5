import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { backupStates } from './admin-backups.ts';

/** A server of the organisation that runs now. What it reports is at most a minute old, and null before its first report. */
const runningServer = z.strictObject({
  nodeId: z.string(),
  version: z.string().nullable(),
  startedAt: timestamp.nullable(),
  /** Open event streams of people and agents. */
  streams: z.int(),
  /** The clock of its machine minus that of the database. */
  clockSkewSeconds: z.number().nullable(),
});

/** The state of the server in figures. */
export const overview = z
  .strictObject({
    version: z.string(),
    servers: z.array(runningServer).readonly(),
    people: z.strictObject({ total: z.int(), active30d: z.int(), disabled: z.int() }),
    /** Without deleted ones. */
    agents: z.int(),
    /** Without deleted ones. */
    conversations: z.int(),
    messages24h: z.int(),
    deliveries: z.strictObject({
      /** Deliveries in the queue. */
      pending: z.int(),
      failed24h: z.int(),
      /** Since when the delivery that is due the longest waits to go out; 0 if none waits. */
      oldestWaitingSeconds: z.number(),
    }),
    databaseBytes: z.int(),
    assetBytes: z.int(),
    /** Null if the disk of the data folder cannot be read. */
    diskFreeBytes: z.int().nullable(),
    mail: z.strictObject({ configured: z.boolean(), lastErrorAt: timestamp.nullable() }),
    /** The newest backup that has ended. */
    backup: z.strictObject({ lastAt: timestamp.nullable(), lastResult: z.enum(backupStates).nullable() }),
  })
  .meta({ id: 'Overview' });

export type Overview = z.infer<typeof overview>;
export type RunningServer = z.infer<typeof runningServer>;
