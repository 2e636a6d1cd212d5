import { setTimeout as sleep } from 'node:timers/promises';
import { settle } from '../contestants/parley-rooms.ts';
import { startParley } from '../contestants/parley-process.ts';
import type { Ground } from '../ground/ground.ts';
import type { FloodPlan } from '../load/flood.ts';
import type { Hurried } from '../load/hurry.ts';
import { population } from '../population.ts';
import { memoryBytes } from '../processes/memory.ts';
import { processTimeMs } from '../processes/processor-time.ts';
import type { Measure } from './measure.ts';

/** Fewer than elsewhere: they are made anew for each repeat, since the database lives and dies with its server. */
const size = { ...population, agents: 8, rooms: 64 };
/** What a first start leaves to the garbage collector is none of what the server holds. */
const restMs = 2000;

/** What the server costs with its database inside it: no other process, a folder that did not exist before. */
export const embedding: Measure = {
  id: 'p13',
  alias: 'embedded',
  title: 'The embedded database: memory, and sending by 1 and 64 callers',
  budgetSeconds: { full: 110, quick: 50 },
  entrants: [{ name: 'Parley', take: embed }],
  rows: [
    { title: 'First start until ready', unit: 's', better: 'lower' },
    { title: 'Memory after a first start', unit: 'MB', better: 'lower', goal: { atMost: 350 } },
    { title: 'One caller: request to 201, p50', unit: 'ms', better: 'lower', goal: { atMost: 4 } },
    { title: 'One caller: processor time for one send', unit: 'µs', better: 'lower' },
    { title: '64 callers: durable sends', unit: '/s', better: 'higher', goal: { atLeast: 2500 } },
    { title: '64 callers: processor time for one send', unit: 'µs', better: 'lower' },
    { title: 'Memory after that', unit: 'MB', better: 'lower' },
  ],
};

async function embed({ load, ends, scale, profileFolder }: Ground): Promise<number[]> {
  const startedAt = performance.now();
  const { authorityFile } = ends;
  const server = await startParley({ databaseUrl: null, profileFolder, authorityFile, isDraining: false });
  const readySeconds = (performance.now() - startedAt) / 1000;
  try {
    await sleep(restMs);
    const memory = await megabytes(server.pids);
    const { away } = await settle(server.port, ends, [], size);
    const flood = async (connections: number, bounds: Pick<FloodPlan, 'durationMs' | 'count'>) => {
      const plan: FloodPlan = { port: server.port, sends: away, connections, ...bounds };
      const before = await processTimeMs(server.pids);
      const { accepted, elapsedMs, p50Ms } = await load.ask<Hurried>('flood', plan);
      const spentMs = (await processTimeMs(server.pids)) - before;
      return { perSecond: (accepted * 1000) / elapsedMs, p50Ms, costUs: (spentMs * 1000) / accepted };
    };
    await flood(64, { durationMs: scale.acceptMs, count: scale.warmUpCount });
    const one = await flood(1, { durationMs: scale.acceptMs, count: 1e9 });
    const many = await flood(64, { durationMs: scale.acceptMs, count: 1e9 });
    const memoryThen = await megabytes(server.pids);
    return [readySeconds, memory, one.p50Ms, one.costUs, many.perSecond, many.costUs, memoryThen];
  } finally {
    await server.stop();
  }
}

async function megabytes(pids: readonly number[]): Promise<number> {
  return (await memoryBytes(pids)) / 2 ** 20;
}
