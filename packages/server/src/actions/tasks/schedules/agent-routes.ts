import { isId, routes, type AgentSchedulesAnswer } from '@parley/protocol';
import type { App } from '../../../chat/conversations/app.ts';
import { JsonText } from '../../../platform/routing/json-text.ts';
import { fittingTexts, readCursor, writeCursor } from '../../../platform/routing/pages.ts';
import { agentRoute, type AgentRoute } from '../../../platform/routing/route.ts';
import { deleteOwnSchedule, findOwnSchedules } from './own-queries.ts';
import { planSchedule } from './plan-schedule.ts';
import { presentOwnSchedule } from './schedule.ts';

/** Routes by which agents plan ticks for themselves. */
export function ownScheduleRoutes(app: App): AgentRoute[] {
  const { db } = app.storage;
  return [
    agentRoute(routes.planSchedule, ({ agent, body, key }) => planSchedule(app, key, { agentId: agent.agentId, body })),
    agentRoute(routes.listOwnSchedules, async ({ agent, query: { limit, cursor } }) => {
      const [after = ''] = readCursor(cursor) ?? [];
      const rows = await findOwnSchedules(db, { agentId: agent.agentId, after, limit: limit + 1 });
      const texts = fittingTexts(rows.slice(0, limit), (row) => JSON.stringify(presentOwnSchedule(row)));
      const last = rows[texts.length - 1];
      const next = last && rows.length > texts.length ? writeCursor([last.schedule_id]) : null;
      return new JsonText<AgentSchedulesAnswer>(`{"items":[${texts.join(',')}],"next_cursor":${JSON.stringify(next)}}`);
    }),
    agentRoute(routes.endOwnSchedule, async ({ agent, params: { scheduleId }, refuse }) => {
      const isDeleted = isId('schedule', scheduleId) && (await deleteOwnSchedule(db, agent.agentId, scheduleId));
      if (!isDeleted) return refuse('schedule_not_found');
    }),
  ];
}
