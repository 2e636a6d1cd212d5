import { sql } from 'kysely';
import type { AgentId, Id, ReportState, ReportTarget, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

export type ReportId = Id<'report'>;

export interface ReportRow {
  readonly report_id: ReportId;
  readonly reporter: UserId;
  readonly target_type: ReportTarget;
  readonly target_id: string;
  readonly reason: string;
  readonly evidence_text: string | null;
  /** Id of the author of the evidence. */
  readonly evidence_author: string | null;
  readonly evidence_at: Date | null;
  readonly created_at: Date;
  readonly state: ReportState;
  readonly closed_at: Date | null;
  readonly closed_by: UserId | null;
  readonly note: string | null;
}

export async function insertReport(tx: Tx, row: ReportRow): Promise<void> {
  await sql`
    insert into reports (report_id, reporter, target_type, target_id, reason, evidence_text, evidence_author, evidence_at,
                         created_at, state)
    values (${row.report_id}, ${row.reporter}, ${row.target_type}, ${row.target_id}, ${row.reason}, ${row.evidence_text},
            ${row.evidence_author}, ${row.evidence_at}, ${row.created_at}, ${row.state})`.execute(tx);
}

/** Returns when the reporter's `nth` newest report since a time was made; null if there are fewer. */
export async function nthReportSince(tx: Tx, reporter: UserId, since: Date, nth: number): Promise<Date | null> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from reports where reporter = ${reporter} and created_at > ${since}
    order by created_at desc offset ${nth - 1} limit 1`.execute(tx);
  return rows[0]?.created_at ?? null;
}

/** Lists reports, the open ones first, each newest first. */
export async function listReports(db: Db, limit: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select * from reports order by (closed_at is null) desc, report_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Locks a report until the end of the transaction. */
export async function lockReport(tx: Tx, reportId: ReportId): Promise<ReportRow | null> {
  const { rows } = await sql<ReportRow>`select * from reports where report_id = ${reportId} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function closeReportRow(
  tx: Tx,
  reportId: ReportId,
  closing: Pick<ReportRow, 'state' | 'closed_at' | 'closed_by' | 'note'>,
): Promise<void> {
  await sql`
    update reports set state = ${closing.state}, closed_at = ${closing.closed_at}, closed_by = ${closing.closed_by},
                       note = ${closing.note}
    where report_id = ${reportId}`.execute(tx);
}

/** Erases the evidence of at most `limit` reports that were closed before a time, and returns of how many. */
export async function eraseOldEvidence(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update reports set evidence_text = null, evidence_author = null, evidence_at = null
    where report_id = any(array(
      select report_id from reports where evidence_text is not null and closed_at <= ${before}
      order by closed_at limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Erases the evidence that a person or an agent wrote. */
export async function eraseEvidenceOf(tx: Tx, author: UserId | AgentId): Promise<void> {
  await sql`
    update reports set evidence_text = null, evidence_author = null, evidence_at = null
    where evidence_author = ${author}`.execute(tx);
}

/** Erases the evidence that a person wrote, the reasons of their reports, and their notes on reports of others. */
export async function eraseReportsOf(tx: Tx, userId: UserId): Promise<void> {
  await eraseEvidenceOf(tx, userId);
  await sql`update reports set reason = '' where reporter = ${userId}`.execute(tx);
  await sql`update reports set note = null where closed_by = ${userId}`.execute(tx);
}
