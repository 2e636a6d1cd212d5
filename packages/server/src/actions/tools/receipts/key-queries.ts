import { sql } from 'kysely';
import type { Db } from '../../../platform/storage/storage.ts';

/** A key that signs or has signed receipts. */
export interface ReceiptKeyRow {
  /** Number of the key. The newest key has the highest. */
  readonly position: number;
  readonly kid: string;
  /** The 32 bytes of the public key. */
  readonly public_key: Buffer;
  /** The private key as PKCS #8, sealed for this row. */
  readonly sealed_private_key: Buffer;
  /** Id of the server key that seals it. */
  readonly key_id: string;
  readonly created_at: Date;
}

/** Returns all keys, newest first. */
export async function findReceiptKeys(db: Db): Promise<ReceiptKeyRow[]> {
  const { rows } = await sql<ReceiptKeyRow>`select * from receipt_keys order by position desc`.execute(db);
  return rows;
}

/** Inserts a key, unless another server has already used its position. */
export async function insertReceiptKey(db: Db, row: ReceiptKeyRow): Promise<void> {
  await sql`
    insert into receipt_keys (position, kid, public_key, sealed_private_key, key_id, created_at)
    values (${row.position}, ${row.kid}, ${row.public_key}, ${row.sealed_private_key}, ${row.key_id}, ${row.created_at})
    on conflict (position) do nothing`.execute(db);
}

/** Replaces the sealed private key, unless another run has already replaced it. */
export async function replaceSealedKey(
  db: Db,
  { kid, key_id }: Pick<ReceiptKeyRow, 'kid' | 'key_id'>,
  now: { readonly keyId: string; readonly sealed: Buffer },
): Promise<void> {
  await sql`
    update receipt_keys set sealed_private_key = ${now.sealed}, key_id = ${now.keyId}
    where kid = ${kid} and key_id = ${key_id}`.execute(db);
}
