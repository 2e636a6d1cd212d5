import { createScheduleBody, isId, itemOf, listOf, schedule } from '@parley/protocol';
import type { App } from '../../app.ts';
import { ownRoom } from '../../conversations/own-room.ts';
import { refuse } from '../../refusal.ts';
import { created, humanRoute, noContent, ok, type HumanRoute } from '../../route.ts';
import { addSchedule } from './add-schedule.ts';
import { deleteSchedule, findSchedules } from './queries.ts';
import { presentSchedule } from './schedule.ts';

/** What agents are told at set times. */
export function scheduleRoutes(app: App): HumanRoute[] {
  const { storage } = app;
  const path = '/v1/conversations/:conversationId/schedules';
  return [
    humanRoute({
      method: 'POST',
      path,
      summary: 'Have the agent of a room told something at set times.',
      success: { status: 201, schema: itemOf(schedule) },
      refusals: ['conversation_not_found', 'agent_not_found', 'agent_blocked', 'too_many_schedules'],
      body: createScheduleBody,
      async handle({ caller, params, body }) {
        const conversationId = params.conversationId as string;
        return created({ item: await addSchedule(app, { ...body, creator: caller, conversationId }) });
      },
    }),
    humanRoute({
      method: 'GET',
      path,
      summary: 'The schedules of a room.',
      success: { status: 200, schema: listOf(schedule) },
      refusals: ['conversation_not_found'],
      async handle({ caller, params }) {
        const room = await ownRoom(storage.db, caller.userId, params.conversationId as string);
        const rows = room.agent_id ? await findSchedules(storage.db, room.conversation_id, room.agent_id) : [];
        return ok({ items: rows.map(presentSchedule) });
      },
    }),
    humanRoute({
      method: 'DELETE',
      path: `${path}/:scheduleId`,
      summary: 'End a schedule.',
      success: { status: 204 },
      refusals: ['conversation_not_found', 'schedule_not_found'],
      async handle({ caller, params }) {
        const room = await ownRoom(storage.db, caller.userId, params.conversationId as string);
        const { scheduleId } = params;
        const deleted =
          isId('schedule', scheduleId) && (await deleteSchedule(storage.db, room.conversation_id, scheduleId));
        return deleted ? noContent : refuse('schedule_not_found');
      },
    }),
  ];
}
