import { sql } from 'kysely';
import type { Db } from '../storage/storage.ts';

/** Up to when the bodies of a database have been erased, but for those whose deliveries were not over then. */
interface Erased {
  readonly upTo: Date;
  /** When all that is old was last looked through. */
  readonly lookedThroughAt: Date;
}

const erased = new WeakMap<Db, Erased>();
const dayMs = 86_400_000;

/**
 * Erases at most `limit` bodies of deliveries that are over and were created before `before`; resolves to how many.
 *
 * Rows lie in the order of their creation and an index holds each stretch's span of time, so looking at a span reads only the
 * rows of that span. Once nothing more is found, later calls look back no further than a day, which is longer than the retries
 * of a delivery last; what was over only after that is found by a look through everything, once a day.
 */
export async function eraseOldBodies(db: Db, before: Date, limit: number): Promise<number> {
  const known = erased.get(db);
  const lookThrough = known === undefined || before.getTime() - known.lookedThroughAt.getTime() >= dayMs;
  const from = lookThrough ? new Date(0) : new Date(known.upTo.getTime() - dayMs);
  const { numAffectedRows } = await sql`
    update deliveries set body = null where ctid = any(array(
      select d.ctid from deliveries d
      where d.created_at >= ${from} and d.created_at < ${before} and d.body is not null
        and not exists (select from delivery_queue q where q.delivery_id = d.delivery_id)
      limit ${limit} for update of d skip locked))`.execute(db);
  const count = Number(numAffectedRows ?? 0);
  if (count < limit) erased.set(db, { upTo: before, lookedThroughAt: lookThrough ? before : known.lookedThroughAt });
  return count;
}
