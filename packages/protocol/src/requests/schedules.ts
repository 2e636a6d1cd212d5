import { z } from 'zod';
import { timestamp, timezone } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';

/** POST /v1/conversations/{id}/schedules. The server checks that `cron` has five fields and a next run. */
export const createScheduleBody = z
  .strictObject({
    cron: z.string().min(1).max(200),
    timezone: timezone.optional(),
    text: z.string().min(1).max(limits.messageCharacters),
  })
  .meta({ id: 'CreateScheduleBody' });

/** A schedule of ticks for the agent of a room, with the next run. */
export const schedule = z
  .strictObject({
    scheduleId: idSchema('schedule'),
    cron: z.string(),
    timezone: z.string(),
    text: z.string(),
    nextAt: timestamp,
  })
  .meta({ id: 'Schedule' });

export type Schedule = z.infer<typeof schedule>;
