import { sql } from 'kysely';
import type { Db } from '../../platform/storage/storage.ts';

/** A key that signs pushes. */
export interface PushKeyRow {
  /** Number of the key. The newest has the highest. */
  readonly position: number;
  /** The public key, an uncompressed point of P-256, 65 bytes. */
  readonly public_key: Buffer;
  /** The 32 bytes of the private key, encrypted for this row. */
  readonly sealed_private_key: Buffer;
  /** The id of the server key that encrypts it. */
  readonly key_id: string;
  readonly created_at: Date;
}

/** Returns all keys, newest first. */
export async function findPushKeys(db: Db): Promise<PushKeyRow[]> {
  const { rows } = await sql<PushKeyRow>`
    select position, public_key, sealed_private_key, key_id, created_at from push_keys order by position desc`.execute(
    db,
  );
  return rows;
}

/** Inserts a key, unless another server has used its position first. */
export async function insertPushKey(db: Db, row: PushKeyRow): Promise<void> {
  await sql`
    insert into push_keys (position, public_key, sealed_private_key, key_id, created_at)
    values (${row.position}, ${row.public_key}, ${row.sealed_private_key}, ${row.key_id}, ${row.created_at})
    on conflict (position) do nothing`.execute(db);
}

/** Replaces the encrypted private key, unless another run has done so first. */
export async function replaceSealedPushKey(
  db: Db,
  { position, key_id }: Pick<PushKeyRow, 'position' | 'key_id'>,
  now: { readonly keyId: string; readonly sealed: Buffer },
): Promise<void> {
  await sql`
    update push_keys set sealed_private_key = ${now.sealed}, key_id = ${now.keyId}
    where position = ${position} and key_id = ${key_id}`.execute(db);
}
