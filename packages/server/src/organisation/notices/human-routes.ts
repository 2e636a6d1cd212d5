import { isId, routes } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { deleteNotice, listNotices } from './notice-queries.ts';

/** How long a notice is shown. */
export const noticeMs = 30 * 86_400_000;

/** Of more notices, the newest are listed. */
const listed = 100;

/** Routes by which people see what was done to their accounts. */
export function noticeRoutes({ storage, clock }: Pick<Core, 'storage' | 'clock'>): HumanRoute[] {
  return [
    humanRoute(routes.listNotices, async ({ caller }) => {
      const since = new Date(clock.now() - noticeMs);
      const rows = await listNotices(storage.db, caller.userId, since, listed);
      return {
        items: rows.map(({ notice_id: noticeId, kind, by, at }) => ({ noticeId, kind, by, at: at.toISOString() })),
      };
    }),
    humanRoute(routes.deleteNotice, async ({ caller, params: { noticeId } }) => {
      if (isId('notice', noticeId)) await deleteNotice(storage.db, caller.userId, noticeId);
    }),
  ];
}
