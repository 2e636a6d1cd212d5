import type { AssetStore } from '../../accounts/assets/store.ts';
import type { Db } from '../../platform/storage/storage.ts';
import { exportMs } from './export.ts';
import { deleteExports, findOldExports } from './export-queries.ts';

/** Removes at most `limit` exports whose time is over, bytes first. Resolves to how many. */
export async function sweepExports(
  store: Pick<AssetStore, 'delete'>,
  db: Db,
  now: Date,
  limit: number,
): Promise<number> {
  const old = await findOldExports(db, new Date(now.getTime() - exportMs), limit);
  for (const exportId of old) await store.delete(exportId);
  if (old.length > 0) await deleteExports(db, old);
  return old.length;
}
