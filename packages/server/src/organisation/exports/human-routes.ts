import { isId, routes } from '@parley/protocol';
import { openExportStore } from '../../accounts/assets/open-store.ts';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { askExport, askExportOf } from './ask-export.ts';
import { exportMs, presentExport } from './export.ts';
import { listExports } from './export-queries.ts';
import { downloadExport, requireExport } from './read-export.ts';

/** The list shows the newest; it has no pages. */
const listed = 100;

/** Routes by which people, and administrators for them, take their data along. */
export function exportRoutes(app: Core): HumanRoute[] {
  const { storage, clock, config } = app;
  const store = openExportStore(config);
  return [
    humanRoute(routes.askExport, async ({ caller: { userId }, act }) => ({
      item: presentExport(await askExport(acting(app, act), userId), userId, clock.now()),
    })),
    humanRoute(routes.listExports, async ({ caller: { userId }, query }) => {
      const of = query.userId ?? userId;
      if (!isId('user', of)) return { items: [] };
      const since = new Date(clock.now() - exportMs);
      const list = { userId: of, askedBy: of === userId ? null : userId, since, limit: listed };
      const rows = await listExports(storage.db, list);
      return { items: rows.map((row) => presentExport(row, userId, clock.now())) };
    }),
    humanRoute(routes.getExport, async ({ caller: { userId }, params }) => ({
      item: presentExport(await requireExport(app, userId, params.exportId), userId, clock.now()),
    })),
    humanRoute(routes.downloadExport, ({ caller: { userId }, params, act }) =>
      downloadExport(acting(app, act), store, userId, params.exportId),
    ),
    humanRoute(routes.exportPerson, async ({ caller: { userId }, params, act }) => ({
      item: presentExport(await askExportOf(acting(app, act), userId, params.userId), userId, clock.now()),
    })),
  ];
}
