import { sql } from 'kysely';
import { isRegistered } from '../../engine/deliveries/live-node-queries.ts';
import type { Db } from '../../platform/storage/storage.ts';

/** What a running server says about itself. */
export interface ServerReport {
  readonly node_id: string;
  readonly version: string;
  readonly started_at: Date;
  readonly streams: number;
  readonly clock_skew_seconds: number;
}

/** Writes a server's report, and deletes those of servers that have ended. */
export async function putReport(db: Db, report: ServerReport, now: Date): Promise<void> {
  await sql`
    insert into server_reports (node_id, version, started_at, streams, clock_skew_seconds, reported_at)
    values (${report.node_id}, ${report.version}, ${report.started_at}, ${report.streams}, ${report.clock_skew_seconds},
            ${now})
    on conflict (node_id) do update
      set streams = excluded.streams, clock_skew_seconds = excluded.clock_skew_seconds,
          reported_at = excluded.reported_at`.execute(db);
  await sql`delete from server_reports r where not ${isRegistered(sql`r.node_id`)}`.execute(db);
}

/** Returns the reports of these servers. */
export async function findReports(db: Db, nodeIds: readonly string[]): Promise<ServerReport[]> {
  const { rows } = await sql<ServerReport>`
    select node_id, version, started_at, streams, clock_skew_seconds from server_reports
    where node_id = any(${nodeIds}::text[])`.execute(db);
  return rows;
}
