import { startParley } from '../contestants/parley-process.ts';
import { settleCrowd } from '../contestants/parley-rooms.ts';
import type { Ground } from '../ground/ground.ts';
import type { FloodPlan } from '../load/flood.ts';
import type { Hurried } from '../load/hurry.ts';
import { bodyOf, type Send } from '../load/send.ts';
import { forkProgram } from '../processes/fork.ts';
import { processTimeMs } from '../processes/processor-time.ts';
import type { BroadcastPlan } from '../streams/broadcast.ts';
import type { ReadersPlan } from '../streams/readers.ts';
import type { Measure } from './measure.ts';

const people = 500;

/** What the largest room costs its server, and how soon everybody in it has a message. */
export const crowding: Measure = {
  id: 'p14',
  alias: 'crowd',
  title: 'Crowds: a room of 500 people, beside a room of two',
  budgetSeconds: { full: 400, quick: 120 },
  once: true,
  entrants: [{ name: 'Parley', take: crowd }],
  rows: [
    { title: 'Two people: request to 201, p50', unit: 'ms', better: 'lower' },
    { title: '500 people: request to 201, p50', unit: 'ms', better: 'lower' },
    {
      title: '500 people: the wait for the 201, as many times that of two',
      unit: '×',
      better: 'lower',
      goal: { atMost: 2 },
    },
    {
      title: '500 people: processor time of a send, as many times that of two',
      unit: '×',
      better: 'lower',
      goal: { atMost: 2 },
    },
    { title: '500 streams: until all have a message', unit: 'ms', better: 'lower', goal: { atMost: 5000 } },
  ],
};

async function crowd(ground: Ground): Promise<number[]> {
  const { profileFolder, ends, scale } = ground;
  const start = { databaseUrl: null, profileFolder, authorityFile: ends.authorityFile, isDraining: false };
  const server = await startParley(start);
  const readers = forkProgram('streams/reader-program.ts');
  try {
    const { pair, crowd: all } = await settleCrowd(server.port, people);
    const flood = (send: Send) => floodOne(ground, server, send);
    await flood(pair);
    await flood(all.send);
    const two = await flood(pair);
    const many = await flood(all.send);
    const listen: ReadersPlan = { port: server.port, path: '/v1/feed', cookies: all.cookies, count: people };
    await readers.ask('open', listen);
    const said = { ...all.send, port: server.port, headers: [], body: bodyOf() };
    const say = (count: number) => readers.ask<number>('broadcast', { ...said, count } satisfies BroadcastPlan);
    await say(5);
    const allHaveItMs = (people * 1000) / (await say(scale.broadcasts));
    return [two.p50Ms, many.p50Ms, many.p50Ms / two.p50Ms, many.costUs / two.costUs, allHaveItMs];
  } finally {
    await readers.stop();
    await server.stop();
  }
}

/** One caller sends as fast as it is answered, to a room where nobody has a stream open. */
async function floodOne(
  { load, scale }: Ground,
  { port, pids }: { port: number; pids: readonly number[] },
  send: Send,
) {
  const plan: FloodPlan = { port, sends: [send], connections: 1, durationMs: scale.acceptMs, count: 1e9 };
  const before = await processTimeMs(pids);
  const { accepted, p50Ms } = await load.ask<Hurried>('flood', plan);
  return { p50Ms, costUs: (((await processTimeMs(pids)) - before) * 1000) / accepted };
}
