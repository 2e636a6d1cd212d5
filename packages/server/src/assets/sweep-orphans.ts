import type { AssetId } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import type { Db } from '../storage/storage.ts';
import { expiredBefore } from './asset.ts';
import { keepNamed } from './erase-queries.ts';
import { deleteUnnamed, findUnnamed } from './queries.ts';
import type { AssetStore } from './store.ts';

/** Between the time from which an asset can no longer be named and its removal: whoever was naming it right then is through. */
const marginMs = 10 * 60_000;
const atOnce = 16;

/** Removes at most `limit` assets that nothing named while it could, bytes first; resolves to how many. */
export async function sweepOrphans(
  { log }: Pick<Core, 'log'>,
  store: AssetStore,
  db: Db,
  now: Date,
  limit: number,
): Promise<number> {
  await keepNamed(db);
  const orphans = await findUnnamed(db, expiredBefore(now.getTime() - marginMs), limit);
  const erased: AssetId[] = [];
  for (let at = 0; at < orphans.length; at += atOnce) {
    const results = orphans.slice(at, at + atOnce).map(async (assetId) => {
      try {
        await store.delete(assetId);
        erased.push(assetId);
      } catch (error) {
        log.warn({ err: error, assetId }, 'could not remove the bytes of an asset');
      }
    });
    await Promise.all(results);
  }
  if (erased.length > 0) await deleteUnnamed(db, erased);
  return erased.length;
}
