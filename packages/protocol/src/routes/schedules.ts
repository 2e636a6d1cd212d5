import { itemOf, pageOf } from '../requests/pages.ts';
import { createScheduleBody, schedule } from '../requests/schedules.ts';
import { pageQuery } from './query.ts';
import { human } from './route.ts';

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
    summary: 'The schedules of a conversation.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(schedule) },
    refusals: ['conversation_not_found'],
  }),
  deleteSchedule: human({
    method: 'DELETE',
    path: '/v1/conversations/{conversationId}/schedules/{scheduleId}',
    summary: 'End a schedule.',
    answer: { status: 204 },
    refusals: ['conversation_not_found', 'schedule_not_found'],
  }),
} as const;
