import { onStage } from '../ground/stage.ts';
import { bodyOf } from '../load/send.ts';
import { forkProgram } from '../processes/fork.ts';
import { memoryBytes } from '../processes/memory.ts';
import { processTimeMs } from '../processes/processor-time.ts';
import type { Scale } from '../scale.ts';
import type { BroadcastPlan } from '../streams/broadcast.ts';
import { startNchan } from '../streams/nchan.ts';
import type { ReadersPlan } from '../streams/readers.ts';
import type { Entrant, Measure } from './measure.ts';

const few = 1000;
const many = 10_000;
/** What the product says of a message; the others are given the same bytes. */
const signal = JSON.stringify({
  id: 'evt_1795228800_123456',
  type: 'messageAppended',
  occurredAt: '2026-11-21T08:00:00.000Z',
  conversationId: 'cnv_01KAJ8ZJ9M4J0V6W3QX5T2N7RC',
  messageId: 'msg_01KAJ8ZJ9M4J0V6W3QX5T2N7RC',
});

const product = onStage('Parley', { role: 'accept' }, async ({ running, ground }) => {
  const { send, cookies } = running.crowd ?? { send: { path: '', cookie: '' }, cookies: [] };
  const said = { ...send, port: running.port, headers: [], body: bodyOf() };
  return hear(running.pids, { port: running.port, path: '/v1/feed', cookies }, said, ground.scale);
});

const nchan: Entrant = {
  name: 'nginx nchan',
  async take({ scale, lacks }) {
    const server = await startNchan();
    if (!server)
      return (lacks('nchan: nginx with libnginx-mod-nchan is not installed, so its rows are left out.'), null);
    try {
      return await hear(...plansOf(server.pids, server.port), scale);
    } finally {
      await server.stop();
    }
  },
};

const plainNode: Entrant = {
  name: 'plain node:http',
  async take({ scale }) {
    const server = forkProgram('streams/broadcaster-program.ts');
    try {
      return await hear(...plansOf([server.pid], await server.ask<number>('listen')), scale);
    } finally {
      await server.stop();
    }
  },
};

/** Browser streams: how fast one room's news reaches everyone in it, and what a stream that waits costs. */
export const streaming: Measure = {
  id: 'p5',
  alias: 'stream',
  title: 'Streaming: one message to everyone who listens',
  budgetSeconds: { full: 420, quick: 55 },
  entrants: [product, nchan, plainNode],
  rows: [
    { title: '1,000 streams: frames heard', unit: '/s', better: 'higher', goal: { times: 1.2, than: ['nginx nchan'] } },
    {
      title: '10,000 streams: frames heard',
      unit: '/s',
      better: 'higher',
      goal: { times: 1.2, than: ['nginx nchan'] },
    },
    { title: '10,000 streams: processor time of the server for a frame', unit: 'µs', better: 'lower' },
    { title: '10,000 streams: memory of the server for one', unit: 'KB', better: 'lower', goal: { atMost: 27 } },
  ],
};

function plansOf(pids: readonly number[], port: number): [readonly number[], Omit<ReadersPlan, 'count'>, Said] {
  const headers = ['x-eventsource-event: messageAppended'];
  const said = { port, path: '/publish', cookie: '', headers, body: signal };
  return [pids, { port, path: '/listen', cookies: [''] }, said];
}

type Said = Omit<BroadcastPlan, 'count'>;

async function hear(
  pids: readonly number[],
  listen: Omit<ReadersPlan, 'count'>,
  said: Said,
  { broadcasts }: Scale,
): Promise<number[]> {
  const readers = forkProgram('streams/reader-program.ts');
  const say = (count: number) => readers.ask<number>('broadcast', { ...said, count } satisfies BroadcastPlan);
  const open = (count: number) => readers.ask('open', { ...listen, count } satisfies ReadersPlan);
  try {
    await open(few);
    await say(5);
    const fewRate = await say(broadcasts * 4);
    const before = await memoryBytes(pids);
    await open(many - few);
    await say(2);
    const perStream = ((await memoryBytes(pids)) - before) / (many - few) / 1024;
    const spentBefore = await processTimeMs(pids);
    const manyRate = await say(broadcasts);
    const spentMs = (await processTimeMs(pids)) - spentBefore;
    return [fewRate, manyRate, (spentMs * 1000) / (broadcasts * many), perStream];
  } finally {
    await readers.stop();
  }
}
