import type { Message } from '@parley/protocol';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agents, delivery, draft, me, mine, roomId } from '../testing/samples.ts';
import { followChanges } from './changed-messages.ts';
import { createLiveUpdates } from './live-updates.ts';
import { loadNewest } from './messages.ts';
import { queryKeys } from './query-keys.ts';
import { pageAlone, withNewestPage } from './room-messages.ts';
import type { RoomMessages } from './room-messages.ts';

let stored: Message[];
let paths: string[];

beforeEach(() => {
  stored = [];
  paths = [];
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path);
    return Promise.resolve(answer(new URL(path, 'https://parley.example')));
  });
});

afterEach(() => vi.unstubAllGlobals());

/** Answers the read routes of one room from `stored`. */
function answer({ pathname, searchParams }: URL): Response {
  const messageId = pathname.split('/')[5];
  if (messageId === undefined) {
    const after = Number(searchParams.get('after'));
    return Response.json({ items: stored.filter(({ seq }) => seq === null || seq > after), nextCursor: null });
  }
  const item = stored.find((message) => message.messageId === messageId);
  return item ? Response.json({ item }) : Response.json({ error: { code: 'message_not_found' } }, { status: 404 });
}

function setUp(held: Message[]) {
  const client = new QueryClient();
  client.setQueryData(queryKeys.messages(roomId), withNewestPage(undefined, held));
  let sent = (): void => undefined;
  const outbox = { settled: () => Promise.resolve(), busy: () => new Promise<void>((resolve) => (sent = resolve)) };
  const update = createLiveUpdates(client, outbox, me.userId);
  const signal = (type: 'messageAppended' | 'messagePartial' | 'deliveryUpdated', messageId: Message['messageId']) =>
    update({ id: 'evt_1_1', type, occurredAt: '', conversationId: roomId, messageId });
  const now = () => client.getQueryData<RoomMessages>(queryKeys.messages(roomId));
  return { signal, now, outbox, client, update, sent: () => sent() };
}

describe('a change signal', () => {
  it('reads only what is newer than what is held', async () => {
    const { signal, now } = setUp([mine(1)]);
    stored = [mine(1), agents(2)];
    signal('messageAppended', 'msg_2');
    await vi.waitFor(() => expect(now()?.settled).toHaveLength(2));
    expect(paths.filter((path) => path.includes('/messages'))).toEqual([
      `/v1/conversations/${roomId}/messages?after=1&limit=200`,
    ]);
  });

  it('reads everything again where the feed did not resume, and nothing where it did', () => {
    const { client, update } = setUp([mine(1)]);
    const isStale = () => client.getQueryState(queryKeys.messages(roomId))?.isInvalidated;
    update({ id: 'e.1', type: 'feedReady', occurredAt: '', resumed: true });
    expect([isStale(), paths]).toEqual([false, []]);
    const queryKey = queryKeys.messages(roomId);
    const never = () => new Promise<RoomMessages>(() => undefined);
    const observer = new QueryObserver(client, { queryKey, queryFn: never, staleTime: Infinity });
    const close = observer.subscribe(() => undefined);
    update({ id: 'e.2', type: 'feedReady', occurredAt: '', resumed: false });
    expect(isStale()).toBe(true);
    close();
    update({ id: 'e.3', type: 'feedReady', occurredAt: '', resumed: false });
    expect(client.getQueryData(queryKey)).toBeUndefined();
  });

  it('reads old messages of an open room again where the feed did not resume', async () => {
    const all = Array.from({ length: 120 }, (_, place) => mine(place + 1));
    const { client, update, now } = setUp(all);
    const queryKey = queryKeys.messages(roomId);
    const never = () => new Promise<RoomMessages>(() => undefined);
    const close = new QueryObserver(client, { queryKey, queryFn: never, staleTime: Infinity }).subscribe(
      () => undefined,
    );
    stored = all
      .slice(0, 70)
      .map((message) => (message.seq === 3 ? { ...message, body: null, deleted: true } : message));
    update({ id: 'e.2', type: 'feedReady', occurredAt: '', resumed: false });
    await vi.waitFor(() => expect(now()?.settled[2]?.deleted).toBe(true));
    expect(now()?.settled).toHaveLength(120);
    expect(paths).toEqual([`/v1/conversations/${roomId}/messages?before=71&limit=200`]);
    close();
  });

  it('reads again what could not be read, where the feed resumed', async () => {
    const { client, update } = setUp([mine(1)]);
    const fail = () => Promise.reject(new Error('unreachable'));
    await client.fetchQuery({ queryKey: queryKeys.agents, queryFn: fail, retry: false }).catch(() => undefined);
    update({ id: 'e.1', type: 'feedReady', occurredAt: '', resumed: true });
    expect(client.getQueryState(queryKeys.agents)?.isInvalidated).toBe(true);
    expect(client.getQueryState(queryKeys.messages(roomId))?.isInvalidated).toBe(false);
  });

  it('turns a burst into two readings at most', async () => {
    const { signal, now } = setUp([mine(1)]);
    stored = [mine(1), agents(2), agents(3)];
    for (let i = 0; i < 20; i++) signal('messageAppended', 'msg_3');
    await vi.waitFor(() => expect(now()?.settled).toHaveLength(3));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(paths.length).toBeLessThanOrEqual(2);
  });

  it('reads a growing draft by itself, and drops one that is gone', async () => {
    const { signal, now } = setUp([mine(1)]);
    stored = [mine(1), draft('d', 'so far')];
    signal('messagePartial', 'msg_d');
    await vi.waitFor(() => expect(now()?.drafts).toHaveLength(1));
    stored = [mine(1)];
    signal('messagePartial', 'msg_d');
    await vi.waitFor(() => expect(now()?.drafts).toEqual([]));
  });

  it('brings the delivery state of a message up to date', async () => {
    const { signal, now } = setUp([mine(1, { deliveries: [delivery()] })]);
    stored = [mine(1, { deliveries: [delivery({ status: 'delivered' })] })];
    signal('deliveryUpdated', 'msg_1');
    await vi.waitFor(() => expect(now()?.settled[0]?.deliveries?.[0]?.status).toBe('delivered'), 3000);
  });

  it('brings an edit of another at once, with the preview of the room', async () => {
    const { signal, now, client } = setUp([agents(1)]);
    const end = followChanges(client);
    const lastMessage = { seq: 1, preview: 'Its 1', createdAt: '' };
    client.setQueryData(queryKeys.conversations, [{ conversationId: roomId, lastMessage }]);
    client.setQueryData(queryKeys.messages(roomId), withNewestPage(undefined, [agents(1)]));
    stored = [agents(1, { blocks: [{ type: 'text', text: 'New' }], revision: 1 })];
    signal('deliveryUpdated', 'msg_1');
    await vi.waitFor(() => expect(now()?.settled[0]?.revision).toBe(1), 500);
    await vi.waitFor(() =>
      expect(client.getQueryData(queryKeys.conversations)).toEqual([
        { conversationId: roomId, lastMessage: { ...lastMessage, preview: 'New' } },
      ]),
    );
    end();
  });

  it('takes a deleted message out of search results, and reads it only where something holds it', async () => {
    // This browser stores no rooms.
    vi.stubGlobal('localStorage', { getItem: () => null });
    const { signal, client } = setUp([mine(7)]);
    signal('deliveryUpdated', 'msg_1');
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(paths).toEqual([]);
    const found = { pages: [{ items: [{ messageId: 'msg_1' }, { messageId: 'msg_7' }] }], pageParams: [''] };
    client.setQueryData(queryKeys.foundMessages('word'), found);
    stored = [mine(1, { deleted: true, body: null })];
    signal('deliveryUpdated', 'msg_1');
    await vi.waitFor(
      () =>
        expect(client.getQueryData(queryKeys.foundMessages('word'))).toMatchObject({
          pages: [{ items: [{ messageId: 'msg_7' }] }],
        }),
      2000,
    );
    expect(paths).toEqual([`/v1/conversations/${roomId}/messages/msg_1`]);
  });

  it("waits for one's own send to be answered, so that the message never shows twice", async () => {
    const { signal, outbox } = setUp([]);
    outbox.settled = outbox.busy;
    stored = [mine(1)];
    signal('messageAppended', 'msg_1');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(paths).toEqual([]);
  });

  it('has a task read again that moved', () => {
    const { update, client } = setUp([]);
    client.setQueryData(queryKeys.task('tsk_1'), {});
    update({ id: 'evt_1_1', type: 'taskUpdated', occurredAt: '', conversationId: roomId, taskId: 'tsk_1' });
    expect(client.getQueryState(queryKeys.task('tsk_1'))?.isInvalidated).toBe(true);
  });

  it('reads nothing for a message that is held already', async () => {
    const { signal } = setUp([mine(1)]);
    signal('messageAppended', 'msg_1');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(paths).toEqual([]);
  });

  it('reads a growing draft at most four times a second', async () => {
    const { signal } = setUp([mine(1)]);
    stored = [mine(1), draft('d', 'so far')];
    const begun = Date.now();
    while (Date.now() - begun < 1000) {
      signal('messagePartial', 'msg_d');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.length).toBeLessThanOrEqual(5);
    await new Promise((resolve) => setTimeout(resolve, 600));
  });

  it('reads the delivery together with the answer where both come at once', async () => {
    const { signal, now } = setUp([mine(1, { deliveries: [delivery()] })]);
    stored = [mine(1, { deliveries: [delivery({ status: 'delivered' })] }), agents(2)];
    signal('deliveryUpdated', 'msg_1');
    signal('messageAppended', 'msg_2');
    await vi.waitFor(() => expect(now()?.settled).toHaveLength(2));
    expect(now()?.settled[0]?.deliveries?.[0]?.status).toBe('delivered');
    await new Promise((resolve) => setTimeout(resolve, 1700));
    expect(paths).toEqual([`/v1/conversations/${roomId}/messages?after=0&limit=200`]);
  });

  it('reads again what could not be read, until it can', async () => {
    const { signal, now } = setUp([mine(1)]);
    stored = [mine(1), agents(2)];
    const answers = fetch;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
    signal('messageAppended', 'msg_2');
    await new Promise((resolve) => setTimeout(resolve, 300));
    vi.stubGlobal('fetch', answers);
    await vi.waitFor(() => expect(now()?.settled).toHaveLength(2), 3000);
  });

  it('reads nothing of a room that was never opened', async () => {
    const { signal, client } = setUp([mine(1)]);
    client.removeQueries({ queryKey: queryKeys.messages(roomId) });
    signal('messagePartial', 'msg_x');
    signal('messageAppended', 'msg_x');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(paths).toEqual([]);
  });

  it('is heard while the room is read for the first time, though the answer is older than it', async () => {
    const { signal, now, client } = setUp([]);
    client.removeQueries({ queryKey: queryKeys.messages(roomId) });
    let give = (_: RoomMessages): void => undefined;
    const first = client.fetchQuery({
      queryKey: queryKeys.messages(roomId),
      queryFn: () => new Promise<RoomMessages>((resolve) => (give = resolve)),
    });
    stored = [mine(1), agents(2)];
    signal('messageAppended', 'msg_1');
    signal('messageAppended', 'msg_2');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(paths).toEqual([]);
    give(withNewestPage(undefined, []));
    await first;
    await vi.waitFor(() => expect(now()?.settled).toHaveLength(2));
  });

  it('is heard while a reader of what was long ago goes to the end', async () => {
    const { signal, now, client } = setUp([]);
    client.setQueryData(queryKeys.messages(roomId), pageAlone([mine(1)], 9));
    let give = (_: Response): void => undefined;
    const answers = fetch;
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (give = resolve)));
    const end = loadNewest(client, roomId);
    vi.stubGlobal('fetch', answers);
    stored = [mine(9), agents(10)];
    signal('messageAppended', 'msg_10');
    await new Promise((resolve) => setTimeout(resolve, 10));
    give(Response.json({ items: [mine(9)], nextCursor: null }));
    await end;
    await vi.waitFor(() => expect(now()?.settled.map(({ seq }) => seq)).toEqual([9, 10]));
  });
});
