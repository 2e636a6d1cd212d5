import { routes, type AuditAction } from '@parley/protocol';
import { findHead } from '../../platform/audit/audit-queries.ts';
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
  // A database that takes no writes, such as a standby, is still read.
  const sealIfPossible = () => app.audit.seal().catch(() => findHead(storage.db));
  return [
    humanRoute(routes.listAudit, async ({ query }) => {
      await sealIfPossible();
      const { limit, cursor } = query;
      const rows = await listAuditRows(storage.db, filterOf(query), readNumberCursor(cursor), limit + 1);
      return pageOf(rows, { limit, key: (row) => [String(row.seq)], present: presentAuditRow });
    }),
    humanRoute(routes.exportAudit, async ({ query }) => {
      const { seq } = await sealIfPossible();
      return exportAudit(storage.db, filterOf(query), seq);
    }),
    humanRoute(routes.getAuditHead, async () => ({ item: await signHead(app, await sealIfPossible()) })),
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
