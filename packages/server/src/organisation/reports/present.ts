import type { AdminReport, Report } from '@parley/protocol';
import type { ReportRow } from './report-queries.ts';

/** Presents a report to its reporter. */
export function presentReport(row: ReportRow): Report {
  const { report_id: reportId, state, reason, target_type: type, target_id: id, created_at } = row;
  return { reportId, state, reason, target: { type, id }, createdAt: created_at.toISOString() };
}

/** Presents a report to administrators. */
export function presentAdminReport(row: ReportRow): AdminReport {
  const { evidence_text: text, evidence_author: author, evidence_at: at } = row;
  return {
    ...presentReport(row),
    reporter: row.reporter,
    evidence: text === null || at === null ? null : { text, author: author ?? '', createdAt: at.toISOString() },
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by,
    note: row.note,
  };
}
