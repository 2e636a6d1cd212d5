import { isId, routes } from '@parley/protocol';
import type { App } from '../../../chat/conversations/app.ts';
import { requireMember } from '../../../chat/conversations/require-member.ts';
import { pageOf, readCursor } from '../../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../../platform/routing/route.ts';
import { addSchedule } from './add-schedule.ts';
import { deleteSchedule, findSchedules } from './queries.ts';
import { presentSchedule } from './schedule.ts';

/** Routes for schedules. */
export function scheduleRoutes(app: App): HumanRoute[] {
  const { db } = app.storage;
  return [
    humanRoute(routes.createSchedule, async ({ caller, params, body }) => ({
      item: await addSchedule(app, { ...body, creator: caller, conversationId: params.conversationId }),
    })),
    humanRoute(routes.listSchedules, async ({ caller, params, query: { limit, cursor } }) => {
      const conversation = await requireMember(db, caller.userId, params.conversationId);
      const [after = ''] = readCursor(cursor) ?? [];
      const rows = conversation.agent_id
        ? await findSchedules(db, conversation.conversation_id, conversation.agent_id)
        : [];
      return pageOf(
        rows.filter((row) => row.schedule_id > after),
        { limit, key: (row) => [row.schedule_id], present: presentSchedule },
      );
    }),
    humanRoute(routes.deleteSchedule, async ({ caller, params: { conversationId, scheduleId }, refuse }) => {
      const conversation = await requireMember(db, caller.userId, conversationId);
      const isDeleted =
        isId('schedule', scheduleId) && (await deleteSchedule(db, conversation.conversation_id, scheduleId));
      if (!isDeleted) return refuse('schedule_not_found');
    }),
  ];
}
