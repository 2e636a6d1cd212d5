import { sql } from 'kysely';
import type { Db } from '../storage/storage.ts';

/** A key of the audit log, sealed for this row. */
export interface AuditKeyRow {
  /** Number of the key. The newest key has the highest. */
  readonly position: number;
  readonly sealed_key: Buffer;
  /** Id of the server key that seals it. */
  readonly key_id: string;
}

/** Returns all keys, newest first. */
export async function findAuditKeys(db: Db): Promise<AuditKeyRow[]> {
  const { rows } = await sql<AuditKeyRow>`
    select position, sealed_key, key_id from audit_keys order by position desc`.execute(db);
  return rows;
}

/** Inserts a key, unless another server has already used its position. */
export async function insertAuditKey(db: Db, row: AuditKeyRow): Promise<void> {
  await sql`
    insert into audit_keys (position, sealed_key, key_id) values (${row.position}, ${row.sealed_key}, ${row.key_id})
    on conflict (position) do nothing`.execute(db);
}

/** Replaces the sealed key, unless another run has already replaced it. */
export async function replaceSealedAuditKey(
  db: Db,
  { position, key_id }: AuditKeyRow,
  now: Omit<AuditKeyRow, 'position'>,
): Promise<void> {
  await sql`
    update audit_keys set sealed_key = ${now.sealed_key}, key_id = ${now.key_id}
    where position = ${position} and key_id = ${key_id}`.execute(db);
}
