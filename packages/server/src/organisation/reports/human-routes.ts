import { routes } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { acting } from '../../platform/routing/acting.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { closeReport } from './close-report.ts';
import { makeReport } from './make-report.ts';
import { presentAdminReport, presentReport } from './present.ts';
import { listReports } from './report-queries.ts';

/** The list has no pages: it shows the open reports, and of the closed ones the newest. */
const listed = 200;

/** Routes by which people report, and administrators answer for it. */
export function reportRoutes(app: App): HumanRoute[] {
  return [
    humanRoute(routes.makeReport, async ({ caller, body, act }) => ({
      item: presentReport(await makeReport(acting(app, act), caller.userId, body)),
    })),
    humanRoute(routes.listReports, async ({ act }) => {
      const rows = await listReports(app.storage.db, listed);
      const read = rows.filter((row) => row.evidence_text !== null).map((row) => row.report_id);
      if (read.length > 0) await acting(app, act).commit(({ audit }) => audit('reports.read', { reportIds: read }));
      return { items: rows.map(presentAdminReport) };
    }),
    humanRoute(routes.closeReport, async ({ caller, params, body, act }) => ({
      item: presentAdminReport(await closeReport(acting(app, act), caller.userId, params.reportId, body)),
    })),
  ];
}
