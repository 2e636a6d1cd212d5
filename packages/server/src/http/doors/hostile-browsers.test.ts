import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest';
import { newId, type UserId } from '@parley/protocol';
import { tell } from '../../platform/signals/signal.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { openSignals, type Signals } from '../../testing/contract/browser.ts';
import { eventually } from '../../testing/contract/eventually.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { connectBrowser, type RawBrowser } from '../fixtures/raw-browser.ts';
import { watchResponses } from '../fixtures/watch-responses.ts';

let server: TestServer;
let ada: Person;
let bob: Person;
const endings: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
});
afterAll(() => server.stop());
afterEach(async () => {
  for (const end of endings.splice(0)) end();
  await until('all streams to end', async () => (await openStreams()) === 0);
});

const until = (what: string, holds: () => unknown) => eventually(server, what, async () => (await holds()) === true);
const openStreams = async (): Promise<number> => {
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text();
  return Number(/^parley_open_streams\{kind="browser"\} (\d+)/m.exec(metrics)?.[1]);
};

async function browser(): Promise<RawBrowser> {
  const opened = await connectBrowser(server.baseUrl, ada.cookie);
  endings.push(() => opened.socket.destroy());
  return opened;
}

/** A well-behaved stream of another person who receives the same signals. */
async function neighbour(): Promise<Signals> {
  const signals = await openSignals(server, bob);
  endings.push(() => signals.close());
  return signals;
}

function watched() {
  const responses = watchResponses('/v1/events');
  endings.push(() => responses.stop());
  return responses.all;
}

function changed(...people: Person[]): string {
  const conversationId = newId('conversation');
  const userIds = people.map(({ userId }) => userId as UserId);
  server.app.hub.publishHere([tell(userIds, 'conversationUpdated', { conversationId })]);
  return conversationId;
}

/** Returns whether the operating system's buffer for this reader is full. */
const isFull = ({ socket }: ServerResponse) => socket?.writableNeedDrain === true;

/** Sends one person more signals than the operating system's buffers hold, until they are full. */
async function flood(person: Person, response: ServerResponse): Promise<void> {
  for (let stuck = 0, rounds = 0; stuck < 20; rounds++) {
    if (rounds > 2_000) throw new Error('The reader is never behind.');
    for (let count = 0; count < 50; count++) changed(person);
    await new Promise((resolve) => setTimeout(resolve));
    stuck = isFull(response) ? stuck + 1 : 0;
  }
}

/** The most that may wait for one reader: a buffer of 64 KiB and the frame that exceeds it. */
const waitingMax = 65 * 1024;

/** A stream with a reader that is far behind. */
async function openFarBehind() {
  const responses = watched();
  const slow = await browser();
  slow.socket.pause();
  slow.ask('/v1/events');
  await until('the stream', () => responses.length === 1);
  const response = responses[0] as ServerResponse;
  await flood(ada, response);
  return { slow, response };
}

async function hears(neighbour: Signals): Promise<void> {
  await neighbour.awaitSignal('conversationUpdated', { conversationId: changed(ada, bob) });
}

describe('a browser that never reads', () => {
  it('has little wait for it, is dropped after 30 seconds, and costs its neighbours nothing', async () => {
    const other = await neighbour();
    const before = await openStreams();
    const { response } = await openFarBehind();
    expect(response.writableLength).toBeLessThan(waitingMax);
    await hears(other);
    await server.clock.advance(30_000);
    expect(await openStreams()).toBe(before);
    await until('the connection to be cut', () => response.destroyed);
    await hears(other);
  });
});

describe('a browser that reads a byte a second', () => {
  it('is dropped like one that never reads', async () => {
    const before = await openStreams();
    const { slow, response } = await openFarBehind();
    for (let second = 0; second < 30; second++) {
      expect(await openStreams()).toBe(before + 1);
      slow.socket.read(1);
      await server.clock.advance(1000);
      expect(response.writableLength).toBeLessThan(waitingMax);
    }
    expect(await openStreams()).toBe(before);
    await until('the connection to be cut', () => response.destroyed);
  });
});

describe('a browser that catches up', () => {
  it('hears once that it has to fetch again, and goes on', async () => {
    const { slow, response } = await openFarBehind();
    await server.clock.advance(29_000);
    slow.socket.resume();
    await until('all of it to be taken', () => !isFull(response));
    const id = changed(ada);
    await until('the next signal', () => slow.read.text.includes(id));
    const events = [...slow.read.text.matchAll(/^event: (.*)$/gm)].map((match) => match[1]);
    expect(events.slice(-2)).toEqual(['streamReady', 'conversationUpdated']);
    await server.clock.advance(31_000);
    expect(response.destroyed).toBe(false);
  });
});

describe('a browser that sends more requests on the socket of its stream', () => {
  it('gets no answer to them while the stream is open, and the stream goes on', async () => {
    const tab = await browser();
    tab.ask('/v1/events');
    await until('the stream', () => tab.read.text.includes('streamReady'));
    tab.ask('/v1/session');
    const id = changed(ada);
    await until('the signal', () => tab.read.text.includes(id));
    expect(tab.read.text).not.toContain(ada.displayName);
    expect(tab.read.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it('leaves nothing behind once it is gone, however many there were', async () => {
    const other = await neighbour();
    const before = await openStreams();
    const tab = await browser();
    for (let count = 0; count < 500; count++) tab.ask('/v1/events');
    await until('the stream', () => tab.read.text.includes('streamReady'));
    for (let count = 0; count < 50; count++) changed(ada);
    tab.socket.resetAndDestroy();
    await until('its streams to be gone', async () => (await openStreams()) === before);
    await hears(other);
  });
});

describe('browsers that reset their connection', () => {
  it.each([
    ['before they have asked', () => undefined],
    [
      'in the middle of asking',
      (tab: RawBrowser) => void tab.socket.write('GET /v1/events HTTP/1.1\r\nhost: x\r\ncoo'),
    ],
    ['as soon as they have asked', (tab: RawBrowser) => tab.ask('/v1/events')],
  ])('%s leave nothing behind', async (_when, act) => {
    const other = await neighbour();
    const before = await openStreams();
    for (let count = 0; count < 30; count++) {
      const tab = await browser();
      act(tab);
      if (count % 2 === 0) await new Promise(setImmediate);
      tab.socket.resetAndDestroy();
    }
    await hears(other);
    await until('their streams to be gone', async () => (await openStreams()) === before);
  });

  it('in the middle of a frame leave nothing behind', async () => {
    const other = await neighbour();
    const before = await openStreams();
    const { slow, response } = await openFarBehind();
    slow.socket.resetAndDestroy();
    await until('its stream to be gone', async () => (await openStreams()) === before);
    expect(response.destroyed).toBe(true);
    await hears(other);
  });
});
