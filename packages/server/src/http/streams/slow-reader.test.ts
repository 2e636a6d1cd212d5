import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tell } from '../../platform/signals/signal.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { readMetrics } from '../../testing/contract/metrics.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import type { Caller, EventSink, StreamAnswer } from '../../platform/routing/route.ts';
import type { StreamCut } from '../../platform/telemetry/metrics.ts';
import { hashToken } from '../../accounts/users/start-session.ts';
import { eventsRoute } from './events-route.ts';
import { personStreams } from './person-streams.ts';
import { createCounts } from '../limits/counts.ts';

/** A reader that accepts nothing while it is `stuck`, like a socket with a full window. */
class Reader implements EventSink {
  text = '';
  writes = 0;
  isStuck = false;
  isClosed = false;
  cut: StreamCut | undefined;
  bufferedBytes = 0;
  private drained: () => void = () => undefined;
  private readonly closeListeners: (() => void)[] = [];

  write(frames: string | Buffer): boolean {
    if (this.isStuck) this.bufferedBytes += frames.length;
    this.writes += 1;
    this.text += frames.toString();
    return !this.isStuck;
  }
  onDrain(listener: () => void): void {
    this.drained = listener;
  }
  onClose(listener: () => void): void {
    this.closeListeners.push(listener);
  }
  close(cut?: StreamCut): void {
    this.isClosed = true;
    this.cut = cut;
    for (const listener of this.closeListeners.splice(0)) listener();
  }
  catchUp(): void {
    this.isStuck = false;
    this.bufferedBytes = 0;
    this.drained();
  }
  count(type: string): number {
    return this.text.split(`event: ${type}\n`).length - 1;
  }
}

let server: TestServer;
let ada: Person;
let reader: Reader;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  reader = new Reader();
  const hash = hashToken(ada.cookie.split('=')[1] ?? '');
  const caller = { userId: ada.userId, proof: { kind: 'session', hash } } as unknown as Caller;
  const call = { caller } as unknown as Parameters<ReturnType<typeof eventsRoute>['handle']>[0];
  const answer = (await eventsRoute(server.app, personStreams(server.app, createCounts())).handle(
    call,
  )) as StreamAnswer;
  answer.stream(reader);
});

const tellOfNews = () => {
  server.app.hub.publish([
    tell([ada.userId as Caller['userId']], 'notificationAdded', { notificationId: 'ntf_01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
  ]);
};

/** Waits until the frames gathered in this turn are written. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
const tellOfMuchNews = async () => {
  for (let i = 0; i < 1000; i += 1) {
    tellOfNews();
    await turn();
  }
};

describe('a reader of browser events', () => {
  it('is told to wait a random while before it comes back', () => {
    const [, waitMs] = /^retry: (\d+)\n\n/.exec(reader.text) ?? [];
    expect(Number(waitMs)).toBeGreaterThanOrEqual(1000);
    expect(Number(waitMs)).toBeLessThanOrEqual(3000);
  });

  it('gets all that one turn brought in one write', async () => {
    for (let i = 0; i < 5; i += 1) tellOfNews();
    expect(reader.writes).toBe(1);
    await turn();
    expect(reader.writes).toBe(2);
    expect(reader.count('notificationAdded')).toBe(5);
  });

  it('gets one streamReady in place of more than 64 KiB that came in one turn, and stays', async () => {
    for (let i = 0; i < 1000; i += 1) tellOfNews();
    await turn();
    expect(reader.count('streamReady')).toBe(2);
    expect(reader.count('notificationAdded')).toBe(0);
    tellOfNews();
    await turn();
    expect(reader.count('notificationAdded')).toBe(1);
    expect(reader.isClosed).toBe(false);
  });

  it('§8 gets one streamReady in place of all that it missed', async () => {
    const before = await readMetrics(server);
    reader.isStuck = true;
    await tellOfMuchNews();
    expect(reader.count('notificationAdded')).toBe(1);
    expect(reader.bufferedBytes).toBeLessThan(1024);
    reader.catchUp();
    expect(reader.count('streamReady')).toBe(2);
    expect(reader.count('notificationAdded')).toBe(1);
    expect((await readMetrics(server)).since(before, 'parley_signals_cut_total{reason="slow_reader"}')).toBe(1);
    tellOfNews();
    await turn();
    expect(reader.count('notificationAdded')).toBe(2);
  });

  it('§8 is let go once it has stood still for 30 seconds', async () => {
    reader.isStuck = true;
    tellOfNews();
    await turn();
    await server.clock.advance(29_000);
    expect(reader.isClosed).toBe(false);
    await server.clock.advance(1_000);
    expect(reader.isClosed).toBe(true);
    expect(reader.cut).toBe('slow_reader');
  });

  it('is kept where it catches up in time', async () => {
    reader.isStuck = true;
    tellOfNews();
    await turn();
    await server.clock.advance(10_000);
    reader.catchUp();
    await server.clock.advance(4_000);
    expect(reader.isClosed).toBe(false);
  });

  it('is let go with more than 64 KiB unread', async () => {
    reader.bufferedBytes = 64 * 1024;
    tellOfNews();
    await turn();
    expect(reader.isClosed).toBe(false);
    reader.bufferedBytes += 1;
    tellOfNews();
    await turn();
    expect(reader.isClosed).toBe(true);
    expect(reader.cut).toBe('slow_reader');
  });

  it('is written nothing more once it is gone', async () => {
    tellOfNews();
    reader.close();
    await turn();
    expect(reader.writes).toBe(1);
  });
});
