import { sql } from 'kysely';
import type { Db } from '../../storage/storage.ts';

/** A key that receipts are or were signed with. */
export interface ReceiptKeyRow {
  /** Counts the keys: the newest has the highest. */
  readonly position: number;
  readonly kid: string;
  /** The 32 bytes of the public half. */
  readonly public_key: Buffer;
  /** The private half as PKCS #8, sealed for this row. */
  readonly sealed_private_key: Buffer;
  /** Names the servers' key that it is sealed with. */
  readonly key_id: string;
  readonly created_at: Date;
}

/** Every key that there has been, the newest first. */
export async function findReceiptKeys(db: Db): Promise<ReceiptKeyRow[]> {
  const { rows } = await sql<ReceiptKeyRow>`select * from receipt_keys order by position desc`.execute(db);
  return rows;
}

/** Adds a key, unless another server has taken its position first. */
export async function insertReceiptKey(db: Db, row: ReceiptKeyRow): Promise<void> {
  await sql`
    insert into receipt_keys (position, kid, public_key, sealed_private_key, key_id, created_at)
    values (${row.position}, ${row.kid}, ${row.public_key}, ${row.sealed_private_key}, ${row.key_id}, ${row.created_at})
    on conflict (position) do nothing`.execute(db);
}

/** Puts a private half in its row as it is sealed now, unless another run was quicker. */
export async function replaceSealedKey(
  db: Db,
  { kid, key_id }: Pick<ReceiptKeyRow, 'kid' | 'key_id'>,
  now: { readonly keyId: string; readonly sealed: Buffer },
): Promise<void> {
  await sql`
    update receipt_keys set sealed_private_key = ${now.sealed}, key_id = ${now.keyId}
    where kid = ${kid} and key_id = ${key_id}`.execute(db);
}
