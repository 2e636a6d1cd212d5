import { expect, it } from 'vitest';
import type { ConversationId, UserId } from '@parley/protocol';
import { openHub } from '../../platform/signals/hub.ts';
import { tell } from '../../platform/signals/signal.ts';
import type { EventSink } from '../../platform/routing/route.ts';
import type { StreamCut } from '../../platform/telemetry/metrics.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { FeedStream } from './feed-stream.ts';
import { Feeds } from './feeds.ts';
import { createFlusher } from './flusher.ts';

const userId = 'usr_1' as UserId;

/** A reader that accepts nothing while it is `stuck`, like a socket with a full window. */
class Reader implements EventSink {
  text = '';
  isStuck = false;
  cut: StreamCut | undefined;
  bufferedBytes = 0;
  private drained: () => void = () => undefined;

  write(frames: string | Buffer): boolean {
    this.text += frames.toString();
    return !this.isStuck;
  }
  onDrain(listener: () => void): void {
    this.drained = listener;
  }
  onClose(): void {}
  close(cut?: StreamCut): void {
    this.cut = cut;
  }
  catchUp(): void {
    this.isStuck = false;
    this.drained();
  }
  /** What was written since the last call: ids of conversations, and `resumed` of each feedReady. */
  take(): unknown[] {
    const data = [...this.text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''));
    this.text = '';
    return data.map(({ type, resumed, conversationId }) => (type === 'feedReady' ? resumed : conversationId));
  }
}

async function openFeed() {
  let resync: () => void = () => undefined;
  const hub = await openHub(async (_receive, onGap) => {
    resync = onGap;
    return { send: () => undefined, close: async () => undefined } as never;
  });
  const clock = fakeClock();
  const feeds = new Feeds({ clock, hub });
  const reader = new Reader();
  let cuts = 0;
  const log = feeds.logOf(userId);
  const parts = { sink: reader, flusher: createFlusher(), clock, log, onCut: () => void (cuts += 1) };
  const stream = new FeedStream(parts, null);
  feeds.add(userId, stream);
  let count = 0;
  const signal = (number: number) => {
    const ids = Array.from({ length: number }, () => `cnv_${(count += 1)}` as ConversationId);
    hub.publish(ids.map((conversationId) => tell([userId], 'conversationUpdated', { conversationId })));
    return ids;
  };
  const written = async () => {
    await new Promise(setImmediate);
    return reader.take();
  };
  return { clock, reader, signal, written, resync: () => resync(), cuts: () => cuts };
}

it('begins anew once after a gap, and goes on', async () => {
  const { signal, written, resync, cuts } = await openFeed();
  const before = signal(1);
  expect(await written()).toEqual([false, ...before]);
  resync();
  expect(await written()).toEqual([false]);
  expect(cuts()).toBe(0);
  const after = signal(2);
  expect(await written()).toEqual(after);
});

it('gives a reader that was behind everything in order, if the log still has it', async () => {
  const { reader, signal, written, cuts } = await openFeed();
  await written();
  reader.isStuck = true;
  const sent = signal(1);
  expect(await written()).toEqual(sent);
  const missed = signal(1024);
  expect(await written()).toEqual([]);
  reader.catchUp();
  expect(await written()).toEqual(missed);
  expect(cuts()).toBe(0);
});

it('begins anew once for a reader that was further behind, and counts it', async () => {
  const { reader, signal, written, cuts } = await openFeed();
  reader.isStuck = true;
  signal(1);
  await written();
  signal(1026);
  reader.catchUp();
  expect(await written()).toEqual([false]);
  expect(cuts()).toBe(1);
  const after = signal(1);
  expect(await written()).toEqual(after);
});

it('closes a reader that takes nothing for 30 seconds', async () => {
  const { clock, reader, signal, written } = await openFeed();
  reader.isStuck = true;
  signal(1);
  await written();
  await clock.advance(29_000);
  expect(reader.cut).toBeUndefined();
  await clock.advance(2000);
  expect(reader.cut).toBe('slow_reader');
});

it('has another epoch after another start of the server', async () => {
  const epochOf = async () => {
    const { reader } = await openFeed();
    return /^id: (.*)\.0$/m.exec(reader.text)?.[1];
  };
  const [one, other] = [await epochOf(), await epochOf()];
  expect(one).toMatch(/^[\w-]{22}$/);
  expect(other).not.toBe(one);
});
