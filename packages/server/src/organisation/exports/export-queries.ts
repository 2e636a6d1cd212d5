import { sql } from 'kysely';
import type { ExportId, ExportState, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

export interface ExportRow {
  readonly export_id: ExportId;
  readonly user_id: UserId;
  /** The administrator who asked for it; null if its person did. */
  readonly asked_by: UserId | null;
  readonly state: ExportState;
  readonly created_at: Date;
  readonly size_bytes: number | null;
  /** How often a server has begun to make it. */
  readonly attempts: number;
}

const columns = sql`export_id, user_id, asked_by, state, created_at, size_bytes, attempts`;

/** Inserts a running export. Returns null if one of the person runs already. */
export async function insertExport(
  tx: Tx,
  row: Pick<ExportRow, 'export_id' | 'user_id' | 'asked_by' | 'created_at'>,
): Promise<ExportRow | null> {
  const { rows } = await sql<ExportRow>`
    insert into exports (export_id, user_id, asked_by, state, created_at)
    values (${row.export_id}, ${row.user_id}, ${row.asked_by}, 'running', ${row.created_at})
    on conflict do nothing returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** Returns when the `nth` newest export was asked for that the person asked for since a time; null if there are fewer. */
export async function nthExportSince(tx: Tx, userId: UserId, since: Date, nth: number): Promise<Date | null> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from exports where user_id = ${userId} and asked_by is null and created_at > ${since}
    order by export_id desc offset ${nth - 1} limit 1`.execute(tx);
  return rows[0]?.created_at ?? null;
}

/** Finds an export that was asked for after a time. */
export async function findExport(db: Db, exportId: ExportId, since: Date): Promise<ExportRow | null> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from exports where export_id = ${exportId} and created_at > ${since}`.execute(db);
  return rows[0] ?? null;
}

/** Lists exports of a person since a time, newest first: all, or those that one administrator asked for. */
export async function listExports(
  db: Db,
  list: { readonly userId: UserId; readonly askedBy: UserId | null; readonly since: Date; readonly limit: number },
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from exports
    where user_id = ${list.userId} and created_at > ${list.since}
      ${list.askedBy === null ? sql`` : sql`and asked_by = ${list.askedBy}`}
    order by export_id desc limit ${list.limit}`.execute(db);
  return rows;
}

/** Takes the oldest running export that no server has made since a time, for another attempt. */
export async function claimExport(
  db: Db,
  now: Date,
  silentSince: Date,
  attemptsMax: number,
): Promise<ExportRow | null> {
  const { rows } = await sql<ExportRow>`
    update exports set alive_at = ${now}, attempts = attempts + 1
    where export_id = (
      select export_id from exports
      where state = 'running' and (alive_at is null or alive_at < ${silentSince}) and attempts < ${attemptsMax}
      order by export_id limit 1 for update skip locked)
    returning ${columns}`.execute(db);
  return rows[0] ?? null;
}

/** Marks running exports as failed whose last allowed attempt has ended without a word. */
export async function failSpent(db: Db, silentSince: Date, attemptsMax: number): Promise<void> {
  await sql`
    update exports set state = 'failed'
    where state = 'running' and attempts >= ${attemptsMax} and (alive_at is null or alive_at < ${silentSince})`.execute(
    db,
  );
}

type Attempt = Pick<ExportRow, 'export_id' | 'attempts'>;

/** Records that this attempt is alive; with null, that another server may take it. Returns false if it is not this server's any more. */
export async function noteAlive(db: Db, { export_id, attempts }: Attempt, at: Date | null): Promise<boolean> {
  const { rows } = await sql`
    update exports set alive_at = ${at}::timestamptz
    where export_id = ${export_id} and attempts = ${attempts} and state = 'running' returning export_id`.execute(db);
  return rows.length === 1;
}

/** Records how an attempt ended. Returns false if the export is not this server's any more. */
export async function endExport(
  db: Db,
  { export_id, attempts }: Attempt,
  { state, size_bytes }: Pick<ExportRow, 'state' | 'size_bytes'>,
): Promise<boolean> {
  const { rows } = await sql`
    update exports set state = ${state}, size_bytes = ${size_bytes}
    where export_id = ${export_id} and attempts = ${attempts} and state = 'running' returning export_id`.execute(db);
  return rows.length === 1;
}

/** Finds at most `limit` exports that were asked for before a time, oldest first. */
export async function findOldExports(db: Db, before: Date, limit: number): Promise<ExportId[]> {
  const { rows } = await sql<{ export_id: ExportId }>`
    select export_id from exports where created_at <= ${before} order by created_at limit ${limit}`.execute(db);
  return rows.map((row) => row.export_id);
}

export async function deleteExports(db: Db, exportIds: readonly ExportId[]): Promise<void> {
  await sql`delete from exports where export_id = any(${exportIds}::text[])`.execute(db);
}

/** Finds a person's exports that may have bytes. */
export async function findExportsOf(db: Db, userId: UserId): Promise<ExportId[]> {
  const { rows } = await sql<{ export_id: ExportId }>`
    select export_id from exports where user_id = ${userId} and state <> 'failed'`.execute(db);
  return rows.map((row) => row.export_id);
}

/** Marks a person's exports as failed, also one that is being made. The rows, which have ids only, go after their time. */
export async function failExportsOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`
    update exports set state = 'failed', size_bytes = null where user_id = ${userId} and state <> 'failed'`.execute(tx);
}
