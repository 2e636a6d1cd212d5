import { sql } from 'kysely';
import type { Db } from '../storage/storage.ts';

/**
 * Erases at most `limit` bodies of deliveries that are over, and were created and last attempted before `before`; resolves to how many.
 * The index of age holds only what has a body, so this reads what it erases, and what was not over until lately.
 */
export async function eraseOldBodies(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries set body = null where ctid = any(array(
      select d.ctid from deliveries d
      where d.created_at < ${before} and d.body is not null
        and not exists (select from delivery_queue q where q.delivery_id = d.delivery_id)
        and not exists (
          select from delivery_attempts a where a.delivery_id = d.delivery_id and a.started_at >= ${before}
        )
      order by d.created_at limit ${limit} for update of d skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
