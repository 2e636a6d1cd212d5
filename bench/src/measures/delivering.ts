import { setTimeout as sleep } from 'node:timers/promises';
import type { FloodPlan, Flooded } from '../load/flood.ts';
import { processorTimeMs } from '../processes/processor-time.ts';
import { connections, type Measure, type Stage } from './measure.ts';

const pollMs = 50;
const recordWithinMs = 30_000;

/** Deliveries per second, from the first request to the last attempt that is recorded as answered with 2xx. */
export const delivering: Measure = {
  id: 'deliver',
  title: 'Delivering: from the send to the recorded 2xx',
  role: 'deliver',
  share: 0.4,
  contestants: ['Parley', 'graphile-worker', 'pg-boss'],
  rows: [
    { title: 'Deliveries recorded', unit: '/s', better: 'higher' },
    { title: 'Sends accepted meanwhile', unit: '/s', better: 'higher' },
    { title: 'Processor time for one, from send to record, server and database', unit: 'µs', better: 'lower' },
  ],
  async take(stage) {
    const { running, load, checkpoint, scale } = stage;
    const flood = (count: number) => {
      const plan = { port: running.port, sends: running.sends, connections, durationMs: recordWithinMs, count };
      return load.ask<Flooded>('flood', plan satisfies FloodPlan);
    };
    const warm = await flood(scale.deliverWarmUp);
    await recorded(stage, warm.accepted);
    await checkpoint();
    const before = await processorTimeMs(running, stage.database);
    const { accepted, elapsedMs, startedAtMs } = await flood(scale.deliverCount);
    const endedAtMs = await recorded(stage, warm.accepted + accepted);
    const spentMs = (await processorTimeMs(running, stage.database)) - before;
    const recordedRate = accepted / ((endedAtMs - startedAtMs) / 1000);
    return [recordedRate, accepted / (elapsedMs / 1000), (spentMs * 1000) / accepted];
  },
};

/** Resolves, when that many deliveries are recorded, with when that was seen. */
async function recorded({ contestant, database }: Stage, count: number): Promise<number> {
  for (const deadline = Date.now() + recordWithinMs; ; await sleep(pollMs)) {
    const found = await database.number(contestant.recordedSql);
    if (found >= count) return Date.now();
    if (Date.now() > deadline) throw new Error(`${contestant.name} recorded ${found} of ${count} deliveries in time.`);
  }
}
