import { isId, type CloseReportBody, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';
import { closeReportRow, lockReport, type ReportRow } from './report-queries.ts';

/** Closes a report, once. */
export async function closeReport(
  { commit, clock }: Pick<Core, 'commit' | 'clock'>,
  by: UserId,
  id: string,
  { state, note }: CloseReportBody,
): Promise<ReportRow> {
  return commit(async ({ tx, audit }) => {
    await lockAsAdmin(tx, by);
    const row = (isId('report', id) && (await lockReport(tx, id))) || refuse('report_not_found');
    if (row.closed_at !== null) refuse('report_closed');
    const closing = { state, closed_at: new Date(clock.now()), closed_by: by, note: note ?? null };
    await closeReportRow(tx, row.report_id, closing);
    await audit('report.closed', { reportId: row.report_id, state });
    // The answer has the evidence.
    if (row.evidence_text !== null) await audit('reports.read', { reportIds: [row.report_id] });
    return { ...row, ...closing };
  });
}
