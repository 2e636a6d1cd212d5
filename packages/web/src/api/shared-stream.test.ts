import type { FeedEvent } from '@parley/protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { me } from '../testing/samples.ts';
import type { Leadership } from './leadership.ts';
import type { FeedPosition, LiveStreamParts } from './live-stream.ts';
import { followSignals } from './shared-stream.ts';

const tabs: Leadership[] = [];
const streams: (LiveStreamParts & FeedPosition)[] = [];
vi.mock('./tabs.ts', () => ({
  endLeadership: () => undefined,
  leadAmongTabs: (_name: string, leadership: Leadership) => {
    tabs.push(leadership);
    return () => undefined;
  },
}));
vi.mock('./live-stream.ts', () => ({
  openLiveStream: (parts: LiveStreamParts & FeedPosition) => {
    streams.push(parts);
    return () => undefined;
  },
}));

beforeEach(() => {
  const target = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('window', target);
  vi.stubGlobal('document', { ...target, visibilityState: 'hidden' });
});
afterEach(() => vi.unstubAllGlobals());

function openTab() {
  const events: FeedEvent[] = [];
  const close = followSignals(me.userId, { onEvent: (event) => void events.push(event), onConnected: () => undefined });
  return { close, types: () => events.map((event) => (event.type === 'feedReady' ? event.resumed : event.type)) };
}

it('hands the stream on to a tab that resumes after the last event, and no tab reads again', async () => {
  const [first, second] = [openTab(), openTab()];
  tabs[0]?.start();
  expect(streams[0]?.lastId()).toBeNull();
  streams[0]?.onConnected(true);
  streams[0]?.onEvent({ id: 'e.0', type: 'feedReady', occurredAt: '', resumed: false });
  streams[0]?.onEvent({ id: 'e.1', type: 'conversationUpdated', occurredAt: '', conversationId: 'cnv_1' });
  await vi.waitFor(() => expect(second.types().at(-1)).toBe('conversationUpdated'));
  const before = [first.types().length, second.types().length];
  tabs[0]?.stop();
  tabs[1]?.start();
  expect(streams[1]?.lastId()).toBe('e.1');
  streams[1]?.onConnected(true);
  streams[1]?.onEvent({ id: 'e.1', type: 'feedReady', occurredAt: '', resumed: true });
  await vi.waitFor(() => expect(first.types().at(-1)).toBe(true));
  expect([first.types().length, second.types().length]).toEqual(before.map((count) => count + 1));
  first.close();
  second.close();
});

it('does not resume where a tab may have missed something before it listened', async () => {
  tabs.length = streams.length = 0;
  const first = openTab();
  tabs[0]?.start();
  const second = openTab();
  streams[0]?.onEvent({ id: 'e.3', type: 'conversationUpdated', occurredAt: '', conversationId: 'cnv_1' });
  await vi.waitFor(() => expect(second.types()).toHaveLength(1));
  tabs[1]?.start();
  expect(streams[1]?.lastId()).toBeNull();
  first.close();
  second.close();
});

it('reads again once in a tab that opens later, and takes the position from the leader', async () => {
  tabs.length = streams.length = 0;
  const first = openTab();
  tabs[0]?.start();
  streams[0]?.onEvent({ id: 'e.7', type: 'feedReady', occurredAt: '', resumed: false });
  const second = openTab();
  streams[0]?.onConnected(true);
  streams[0]?.onConnected(true);
  await vi.waitFor(() => expect(second.types()).toEqual([false]));
  tabs[1]?.start();
  expect(streams[1]?.lastId()).toBe('e.7');
  first.close();
  second.close();
});
