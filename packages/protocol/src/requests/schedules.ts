import { z } from 'zod';
import { moment, paragraph, timestamp, timezone } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';

/** Five fields of cron, which the server checks together with the next run. */
const cron = z.string().min(1).max(200);

/** POST /v1/conversations/{id}/schedules. The server checks that `cron` has five fields and a next run. */
export const createScheduleBody = z
  .strictObject({
    cron,
    timezone: timezone.optional(),
    text: z.string().min(1).max(limits.messageCharacters),
  })
  .meta({ id: 'CreateScheduleBody' });

/** A schedule of ticks for the agent of a room, with the next run. */
export const schedule = z
  .strictObject({
    scheduleId: idSchema('schedule'),
    /** The person or agent that made it. */
    createdBy: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('user'), id: idSchema('user') }),
      z.strictObject({ type: z.literal('agent'), id: idSchema('agent') }),
    ]),
    /** The time of the only run of a schedule that its agent made; null if it has `cron`. */
    at: timestamp.nullable(),
    /** Null if it has `at`. */
    cron: z.string().nullable(),
    timezone: z.string(),
    text: z.string(),
    nextAt: timestamp,
  })
  .meta({ id: 'Schedule' });

export type Schedule = z.infer<typeof schedule>;

/** POST /hooks/v1/schedules: exactly one of `at` and `cron`. The server checks that `at` is within a year ahead. */
export const planScheduleBody = z
  .strictObject({
    version: z.literal('1'),
    in_reply_to_delivery_id: idSchema('delivery'),
    at: moment.optional(),
    cron: cron.optional(),
    timezone: timezone.optional(),
    text: paragraph(limits.agentScheduleCharacters),
  })
  .refine(({ at, cron }) => (at === undefined) !== (cron === undefined), {
    path: ['at'],
    message: 'A schedule has either at or cron.',
    params: { hint: 'Send at for one time, or cron for times that repeat.' },
  })
  .meta({ id: 'PlanScheduleBody' });

export type PlanScheduleBody = z.infer<typeof planScheduleBody>;

/** 201 of a schedule that an agent made. */
export const planScheduleAnswer = z
  .strictObject({ schedule_id: idSchema('schedule'), next_at: timestamp })
  .meta({ id: 'PlanScheduleAnswer' });

export type PlanScheduleAnswer = z.infer<typeof planScheduleAnswer>;

/** A schedule that the calling agent made. One of `at` and `cron` is null. */
export const agentSchedule = z
  .strictObject({
    schedule_id: idSchema('schedule'),
    conversation_id: idSchema('conversation'),
    at: timestamp.nullable(),
    cron: z.string().nullable(),
    timezone: z.string(),
    text: z.string(),
    next_at: timestamp,
  })
  .meta({ id: 'AgentSchedule' });

export type AgentSchedule = z.infer<typeof agentSchedule>;

/** 200 of the list of an agent's schedules, oldest first. */
export const agentSchedulesAnswer = z
  .strictObject({ items: z.array(agentSchedule).readonly(), next_cursor: z.string().nullable() })
  .meta({ id: 'AgentSchedulesAnswer' });

export type AgentSchedulesAnswer = z.infer<typeof agentSchedulesAnswer>;
