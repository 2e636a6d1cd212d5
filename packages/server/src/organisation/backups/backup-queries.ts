import { sql } from 'kysely';
import type { BackupId, BackupState } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

export interface BackupRow {
  readonly backup_id: BackupId;
  readonly state: BackupState;
  readonly created_at: Date;
  readonly size_bytes: number | null;
  readonly error: string | null;
}

const columns = sql`backup_id, state, created_at, size_bytes, error`;

/**
 * Inserts a running backup. Returns null if one runs already, or if another server has taken this time of the schedule.
 */
export async function insertBackup(
  tx: Tx,
  { id, now, scheduledAt }: { readonly id: BackupId; readonly now: Date; readonly scheduledAt: Date | null },
): Promise<BackupRow | null> {
  const { rows } = await sql<BackupRow>`
    insert into backups (backup_id, state, created_at, alive_at, scheduled_at)
    values (${id}, 'running', ${now}, ${now}, ${scheduledAt})
    on conflict do nothing returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** Marks a running backup as failed if nothing was heard of it since a time: its server has ended. */
export async function failSilent(db: Db | Tx, since: Date): Promise<void> {
  await sql`
    update backups set state = 'failed', error = 'The server that made it has ended.'
    where state = 'running' and alive_at < ${since}`.execute(db);
}

export async function findRunning(db: Db | Tx): Promise<BackupRow | null> {
  const { rows } = await sql<BackupRow>`select ${columns} from backups where state = 'running'`.execute(db);
  return rows[0] ?? null;
}

export async function noteAlive(db: Db, id: BackupId, now: Date): Promise<void> {
  await sql`update backups set alive_at = ${now} where backup_id = ${id}`.execute(db);
}

export async function endBackup(
  db: Db,
  id: BackupId,
  {
    state,
    sizeBytes,
    error,
  }: { readonly state: BackupState; readonly sizeBytes: number | null; readonly error: string | null },
): Promise<void> {
  await sql`
    update backups set state = ${state}, size_bytes = ${sizeBytes}, error = ${error}
    where backup_id = ${id} and state = 'running'`.execute(db);
}

/** Lists backups, newest first. */
export async function listBackups(db: Db, limit: number): Promise<BackupRow[]> {
  const { rows } = await sql<BackupRow>`
    select ${columns} from backups order by backup_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Finds the newest backup that has ended; null if there is none. */
export async function findLastEnded(db: Db): Promise<BackupRow | null> {
  const { rows } = await sql<BackupRow>`
    select ${columns} from backups where state <> 'running' order by backup_id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Finds the oldest of those that are ready, all but the newest `keep`. */
export async function findSurplus(db: Db, keep: number): Promise<BackupRow[]> {
  const { rows } = await sql<BackupRow>`
    select ${columns} from backups where state = 'ready' order by backup_id desc offset ${keep} limit 1000`.execute(db);
  return rows;
}

/** Deletes a row, and those of failed backups before it. */
export async function deleteBackup(db: Db, id: BackupId): Promise<void> {
  await sql`
    delete from backups where backup_id = ${id} or (state = 'failed' and backup_id < ${id})`.execute(db);
}
