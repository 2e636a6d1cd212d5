import type { FeedEvent } from '@parley/protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLiveStream } from './live-stream.ts';

interface Opened {
  readonly path: string;
  readonly from: string | null;
  send(frame: object): void;
  end(): void;
}

let opened: Opened[];

beforeEach(() => {
  vi.useFakeTimers();
  opened = [];
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal('fetch', (path: string, { headers }: RequestInit) => {
    let out: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (out = controller) });
    opened.push({
      path,
      from: new Headers(headers).get('last-event-id'),
      send: (frame) => out?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(frame)}\n\n`)),
      end: () => out?.close(),
    });
    return Promise.resolve(new Response(body));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('makes one request after a loss, which resumes after the last event', async () => {
  const events: FeedEvent[] = [];
  const connected: boolean[] = [];
  const close = openLiveStream({
    onEvent: (event) => void events.push(event),
    onConnected: (isConnected) => void connected.push(isConnected),
    lastId: () => events.at(-1)?.id ?? null,
  });
  await vi.advanceTimersByTimeAsync(0);
  opened[0]?.send({ id: 'e.0', type: 'feedReady', resumed: false });
  opened[0]?.send({ id: 'e.1', type: 'conversationUpdated' });
  await vi.advanceTimersByTimeAsync(0);
  opened[0]?.end();
  await vi.advanceTimersByTimeAsync(2000);
  expect(opened.map(({ path, from }) => [path, from])).toEqual([
    ['/v1/feed', null],
    ['/v1/feed', 'e.1'],
  ]);
  expect(events.map(({ type }) => type)).toEqual(['feedReady', 'conversationUpdated']);
  expect(connected).toEqual([true, false, true]);
  close();
});
