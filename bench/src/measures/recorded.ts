import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../ground/stage.ts';

const pollMs = 50;
const recordWithinMs = 60_000;

/** Resolves, when that many deliveries of the measurement are recorded as answered with 2xx, with when that was seen. */
export async function recorded({ contestant, database, since }: Stage, count: number): Promise<number> {
  const query = `select count(*) from ${contestant.attemptsTable} where outcome = 'delivered' and delivery_id > '${since}'`;
  for (const deadline = Date.now() + recordWithinMs; ; await sleep(pollMs)) {
    const found = await database.number(query);
    if (found >= count) return Date.now();
    if (Date.now() > deadline) throw new Error(`${contestant.name} recorded ${found} of ${count} deliveries in time.`);
  }
}
