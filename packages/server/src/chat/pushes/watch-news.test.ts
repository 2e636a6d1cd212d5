import { newId } from '@parley/protocol';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createMetrics } from '../../platform/telemetry/metrics.ts';
import { openHub } from '../../platform/signals/hub.ts';
import { tell } from '../../platform/signals/signal.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { openTestStorage } from '../../testing/database.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { watchNews } from './watch-news.ts';

const userIds = [newId('user')];
const appended = () =>
  tell(userIds, 'messageAppended', { conversationId: newId('conversation'), messageId: newId('message') });
const turns = () => new Promise((resolve) => setTimeout(resolve, 20));

async function watched(handle: (count: number) => void) {
  const storage = await openTestStorage();
  let reads = 0;
  const counted = new Proxy(storage, {
    get(of, name: keyof Storage) {
      if (name === 'db') reads += 1;
      return of[name];
    },
  });
  const [hub, clock, metrics] = [await openHub(), fakeClock(), createMetrics()];
  const app = { storage: counted, hub, clock, metrics, log: pino({ level: 'silent' }) };
  const watch = await watchNews(app, async (news) => handle(news.length));
  const dropped = async () => /pushes_total\{end="dropped"\} (\d+)/.exec(await metrics.render())?.[1];
  return { storage, hub, watch, dropped, reads: () => reads };
}

it('§13 where nobody has subscribed nothing is done of what is said, and no statement', async () => {
  const handle = vi.fn();
  const { hub, storage, watch, reads } = await watched(handle);
  const atStart = reads();
  for (let sent = 0; sent < 3; sent += 1) hub.publish([appended()]);
  await turns();
  expect([handle.mock.calls.length, reads() - atStart]).toEqual([0, 0]);
  hub.publish([{ to: 'servers', type: 'pushSubscribed' }]);
  hub.publish([appended(), appended()]);
  hub.publish([appended()]);
  await turns();
  expect(handle.mock.calls).toEqual([[3]]);
  await watch.stop();
  hub.publish([appended()]);
  await turns();
  expect(handle.mock.calls).toHaveLength(1);
  await storage.close();
});

it('what is too much at once is dropped and counted, and so is what fails', async () => {
  const { hub, storage, watch, dropped } = await watched(() => {
    throw new Error('The database is away.');
  });
  hub.publish([{ to: 'servers', type: 'pushSubscribed' }]);
  hub.publish(Array.from({ length: 10_003 }, appended));
  expect(await dropped()).toBe('3');
  await watch.stop();
  expect(await dropped()).toBe('10003');
  await storage.close();
});
