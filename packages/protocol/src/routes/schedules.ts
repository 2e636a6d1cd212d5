import { itemOf, pageOf } from '../requests/pages.ts';
import { createScheduleBody, schedule } from '../requests/schedules.ts';
import { pageQuery } from './query.ts';
import { human } from './route.ts';

/** What agents are told at set times. */
export const scheduleRoutes = {
  createSchedule: human({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/schedules',
    summary: 'Have the agent of a conversation told something at set times.',
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
