import { lockName } from '../storage/lock-name.ts';
import type { Storage } from '../storage/storage.ts';
import { linkAfter, type AuditKey } from './audit-keys.ts';
import { findHead, findUnsealed, linkRows, type Head } from './audit-queries.ts';

/** A transaction links so many rows at most. */
const rowsABatch = 500;

/**
 * Adds all committed rows to the chain, in batches, and returns its end. One server at a time does so; who writes rows
 * does not wait for it.
 */
export async function sealRows(storage: Pick<Storage, 'transaction'>, key: AuditKey): Promise<Head> {
  for (;;) {
    const { head, isAll } = await sealBatch(storage, key);
    if (isAll) return head;
  }
}

function sealBatch(storage: Pick<Storage, 'transaction'>, key: AuditKey): Promise<{ head: Head; isAll: boolean }> {
  return storage.transaction(async (tx) => {
    await lockName(tx, 'audit chain');
    let head = await findHead(tx);
    const rows = await findUnsealed(tx, rowsABatch);
    const links = rows.map((row) => {
      head = linkAfter(key.bytes, head, row.mac);
      return { ...head, rowId: row.row_id };
    });
    if (links.length > 0) await linkRows(tx, links, key.position);
    return { head, isAll: rows.length < rowsABatch };
  });
}
