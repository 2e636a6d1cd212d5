import { sql, type RawBuilder } from 'kysely';
import type { AuditAction } from '@parley/protocol';
import type { AuditLogRow } from './audit-queries.ts';
import type { Db } from '../storage/storage.ts';

/** Which rows of the audit log to read; null for any. */
export interface AuditFilter {
  readonly actor: string | null;
  readonly action: AuditAction | null;
  readonly target: string | null;
  /** Inclusive. */
  readonly since: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
}

/** A row with its place in the chain. */
export type SealedRow = AuditLogRow & { readonly seq: number; readonly hash: Buffer };

const columns = sql`
  row_id, at, actor_type, actor_id, action, target_type, target_id, details, address_group, request_id, key_position,
  mac, seq::float8 as seq, hash, link_position`;

/** Returns sealed rows below a `seq`, newest first. */
export async function listAuditRows(
  db: Db,
  filter: AuditFilter,
  below: number | null,
  limit: number,
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select ${columns} from audit_log l
    where seq is not null and ${fits(filter)} ${below === null ? sql`` : sql`and seq < ${below}`}
    order by seq desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns sealed rows above a `seq`, oldest first. */
export async function readAuditRows(db: Db, filter: AuditFilter, above: number, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select ${columns} from audit_log l
    where seq is not null and ${fits(filter)} and seq > ${above}
    order by seq limit ${limit}`.execute(db);
  return rows;
}

/** Returns rows without a place in the chain after a row id, in the order in which they were written. */
export async function readUnsealed(db: Db, after: string, limit: number): Promise<AuditLogRow[]> {
  const { rows } = await sql<AuditLogRow>`
    select ${columns} from audit_log l where seq is null and row_id > ${after} order by row_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** A row of an action that ended something. */
export type EndingRow = Pick<AuditLogRow, 'at' | 'action' | 'target_id' | 'actor_id' | 'details'>;

/** Returns rows of these actions since a time, sealed or not, after a row id and in the order of ids. */
export async function readEndings(
  db: Db,
  actions: readonly AuditAction[],
  since: Date,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<(EndingRow & Pick<AuditLogRow, 'row_id'>)[]> {
  const part = (seal: RawBuilder<unknown>) => sql`
    select row_id, at, action, target_id, actor_id, details from audit_log
    where seq ${seal} and at >= ${since} and action = any(${actions}::text[]) and target_id is not null
      and row_id > ${after}`;
  const { rows } = await sql<EndingRow & Pick<AuditLogRow, 'row_id'>>`
    select * from (${part(sql`is not null`)} union all ${part(sql`is null`)}) e order by row_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * Rows get their places in the order of their commits, which differs from that of their times by less than a
 * transaction lasts. So the bounds of the time are turned into bounds of `seq` with some room, which need no scan.
 */
const room = sql`interval '10 minutes'`;

function fits({ actor, action, target, since, until }: AuditFilter): RawBuilder<boolean> {
  const parts = [sql<boolean>`true`];
  if (actor !== null) parts.push(sql`actor_id = ${actor}`);
  if (action !== null) parts.push(sql`action = ${action}`);
  if (target !== null) parts.push(sql`target_id = ${target}`);
  if (since !== null)
    parts.push(sql`at >= ${since} and seq > coalesce((
      select e.seq from audit_log e where e.seq is not null and e.at < ${since}::timestamptz - ${room}
      order by e.at desc limit 1), 0)`);
  if (until !== null)
    parts.push(sql`at < ${until} and seq < coalesce((
      select e.seq from audit_log e where e.seq is not null and e.at >= ${until}::timestamptz + ${room}
      order by e.at limit 1), 9223372036854775807)`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
