import { routes, type AuditAction } from '@parley/protocol';
import { acting } from '../../platform/audit/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { pageOf, readNumberCursor } from '../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { exportAudit } from './export-audit.ts';
import { listAuditRows, type AuditFilter } from '../../platform/audit/read-queries.ts';
import { presentAuditRow } from './present.ts';
import { signHead } from './sign-head.ts';

/** Routes by which administrators read the audit log. Each seals what is not sealed yet, so that it shows every row. */
export function auditRoutes(app: Core): HumanRoute[] {
  const { storage } = app;
  return [
    humanRoute(routes.listAudit, async ({ query }) => {
      await app.audit.seal();
      const { limit, cursor } = query;
      const rows = await listAuditRows(storage.db, filterOf(query), readNumberCursor(cursor), limit + 1);
      return pageOf(rows, { limit, key: (row) => [String(row.seq)], present: presentAuditRow });
    }),
    humanRoute(routes.exportAudit, async ({ query, act }) => {
      await acting(app, act).commit(({ audit }) => audit('audit.exported'));
      const { seq } = await app.audit.seal();
      return exportAudit(storage.db, filterOf(query), seq);
    }),
    humanRoute(routes.getAuditHead, async () => ({ item: await signHead(app, await app.audit.seal()) })),
  ];
}

function filterOf(query: {
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly target?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}): AuditFilter {
  const { actor = null, action = null, target = null, since, until } = query;
  return { actor, action, target, since: timeOf(since), until: timeOf(until) };
}

const timeOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));
