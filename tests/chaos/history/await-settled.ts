import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../place/database.ts';

const question = `
  select (select count(*)::int from delivery_queue) as deliveries,
         (select count(*)::int from delivery_queue where lease_owner is not null) as leases,
         (select count(*)::int from approvals where state = 'pending') as approvals,
         (select count(*)::int from invocations where ended_at is null) as invocations`;

/** Waits until nothing is left to do; resolves to what still is when the time is over, or null. */
export async function awaitSettled(database: Database, patienceMs: number): Promise<string | null> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const left = await database.withClient(async (client) => (await client.query(question)).rows[0]).catch(() => null);
    const open = Object.entries(left ?? { answer: 1 }).filter(([, count]) => count !== 0);
    if (open.length === 0) return null;
    if (Date.now() > deadline) return open.map(([what, count]) => `${String(count)} open ${what}`).join(', ');
    await pause(500);
  }
}
