import type { AssetId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { Db } from '../../platform/storage/storage.ts';
import { expiredBefore } from './asset.ts';
import { keepNamed } from './erase-queries.ts';
import { deleteUnnamed, findUnnamed } from './queries.ts';
import type { AssetStore } from './store.ts';

/** Time between the expiry of an asset and its removal, so that a transaction that was just naming it has ended. */
const marginMs = 10 * 60_000;
const atOnce = 16;

/** Removes at most `limit` expired assets that nothing names, bytes first. Resolves to how many. */
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
