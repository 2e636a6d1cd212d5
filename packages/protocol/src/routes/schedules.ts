import { z } from 'zod';
import { itemOf, pageOf } from '../requests/pages.ts';
import {
  agentSchedulesAnswer,
  createScheduleBody,
  planScheduleAnswer,
  planScheduleBody,
  schedule,
} from '../requests/schedules.ts';
import { pageQuery, textQuery } from './query.ts';
import { agent, human } from './route.ts';

/** Schedules of ticks for agents. */
export const scheduleRoutes = {
  createSchedule: human({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/schedules',
    summary: 'Send the agent of a conversation a text at set times.',
    doc:
      '`cron` has five fields and is read in `timezone`, or in your own time zone if you leave that out. Each firing is one ' +
      '`tick.scheduled`; firings missed while no server ran give one. Without an agent in the conversation it is 404 `agent_not_found`.',
    body: createScheduleBody,
    answer: { status: 201, json: itemOf(schedule) },
    refusals: ['conversation_not_found', 'agent_not_found', 'agent_blocked', 'too_many_schedules'],
  }),
  listSchedules: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}/schedules',
    summary: 'The schedules of a conversation, also those that its agent made.',
    doc:
      '`createdBy` is the person or agent that made a schedule. A schedule of an agent may have `at`, the time of its only run, ' +
      'instead of `cron`.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(schedule) },
    refusals: ['conversation_not_found'],
  }),
  deleteSchedule: human({
    method: 'DELETE',
    path: '/v1/conversations/{conversationId}/schedules/{scheduleId}',
    summary: 'End a schedule, whoever made it.',
    answer: { status: 204 },
    refusals: ['conversation_not_found', 'schedule_not_found'],
  }),
  planSchedule: agent({
    method: 'POST',
    path: '/hooks/v1/schedules',
    summary: 'Plan a tick for yourself, once or at set times.',
    doc:
      'Send either `at`, a time at most 365 days ahead, or `cron`, five fields that are read in `timezone` (by default that of the ' +
      'person). Each run is one `tick.scheduled` in the conversation of the delivery, on behalf of the person of the delivery and ' +
      'without human origin. A schedule with `at` is gone after its run.\n\n' +
      'It needs the scope `schedule.write` of that person, who must still be in the conversation. When the scope is withdrawn, the ' +
      'schedules end. People in the conversation see them and can end them. A conversation holds at most 20 schedules of its agent.',
    body: planScheduleBody,
    answer: { status: 201, json: planScheduleAnswer },
    refusals: ['delivery_not_found', 'reply_stopped', 'scope_not_granted', 'too_many_schedules'],
    idempotency: 'optional',
    replayProtected: true,
  }),
  listOwnSchedules: agent({
    method: 'GET',
    path: '/hooks/v1/schedules',
    summary: 'The schedules that you made, in all conversations, oldest first.',
    doc: 'One of `at` and `cron` is null.',
    query: z.object({
      limit: pageQuery.shape.limit,
      cursor: textQuery('Where the page before ended: its next_cursor.'),
    }),
    answer: { status: 200, json: agentSchedulesAnswer },
    replayProtected: false,
  }),
  endOwnSchedule: agent({
    method: 'DELETE',
    path: '/hooks/v1/schedules/{scheduleId}',
    summary: 'End a schedule that you made.',
    answer: { status: 204 },
    refusals: ['schedule_not_found'],
    replayProtected: false,
  }),
} as const;
