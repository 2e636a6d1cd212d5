// @vitest-environment jsdom
import type { SentMessage } from '@parley/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { roomId } from '../testing/samples.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox, OutboxNews } from './outbox.ts';
import type { OutgoingMessage } from './outgoing.ts';
import { RequestError } from './request.ts';
import type { Leadership } from './leadership.ts';

interface Post {
  readonly message: OutgoingMessage;
  readonly succeed: () => void;
  readonly fail: (status: number) => void;
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-03-01T12:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

/** A browser with tabs that share one store; each request waits until the test answers it. */
function aBrowser() {
  const kept = new Map<string, OutgoingMessage>();
  const posts: Post[] = [];
  const stored: string[] = [];
  const ears = new Set<(news: OutboxNews) => void>();
  const candidates: Leadership[] = [];
  let keys = 0;

  function openTab(): Outbox & { states: () => string[] } {
    let ear: (news: OutboxNews) => void = () => undefined;
    const outbox = createOutbox({
      store: {
        load: () => Promise.resolve([...kept.values()]),
        put: (message) => Promise.resolve(void kept.set(message.key, message)),
        remove: (key) => Promise.resolve(void kept.delete(key)),
      },
      post: (message) =>
        new Promise<SentMessage>((resolve, reject) => {
          posts.push({
            message,
            succeed: () => resolve(answerTo(message)),
            fail: (status) => reject(new RequestError('No.', { code: 'no', status })),
          });
        }),
      onStored: (message) => stored.push(message.text),
      tell: (news) => ears.forEach((each) => each !== ear && each(news)),
      listen: (hear) => {
        ear = hear;
        ears.add(ear);
        return () => ears.delete(ear);
      },
      lead: (leadership) => {
        candidates.push(leadership);
        if (candidates[0] === leadership) leadership.start();
        return () => {
          leadership.stop();
          const led = candidates[0] === leadership;
          candidates.splice(candidates.indexOf(leadership), 1);
          if (led) candidates[0]?.start();
        };
      },
      newKey: () => `key-${++keys}`,
      now: () => new Date(),
    });
    return { ...outbox, states: () => outbox.list().map(({ text, state }) => `${text}: ${state}`) };
  }
  return { openTab, posts, stored, kept };
}

function answerTo({ conversationId, text, createdAt }: OutgoingMessage): SentMessage {
  return { messageId: 'msg_1', conversationId, seq: 1, body: text, createdAt, deliveries: [] };
}

describe('the outbox', () => {
  it('keeps a message before it is sent, and forgets it when the server has it', async () => {
    const { openTab, posts, stored, kept } = aBrowser();
    const tab = openTab();
    await tab.send(roomId, 'Hello');
    expect([...kept.values()].map(({ text }) => text)).toEqual(['Hello']);
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    posts[0]?.succeed();
    await vi.waitFor(() => expect(tab.states()).toEqual([]));
    expect([stored, kept.size]).toEqual([['Hello'], 0]);
  });

  it('says that it keeps nothing where the browser cannot', async () => {
    const { openTab, kept } = aBrowser();
    kept.set = () => {
      throw new Error('No room on the disk.');
    };
    const tab = openTab();
    await expect(tab.send(roomId, 'Hello')).rejects.toThrow('No room on the disk.');
    expect(tab.states()).toEqual([]);
  });

  it('sends the messages of one room one after the other, and holds up no other room', async () => {
    const { openTab, posts } = aBrowser();
    const tab = openTab();
    await tab.send(roomId, 'first');
    await tab.send(roomId, 'second');
    await tab.send('cnv_OTHER', 'there');
    await vi.waitFor(() => expect(posts.map(({ message }) => message.text)).toEqual(['first', 'there']));
    posts[0]?.succeed();
    await vi.waitFor(() => expect(posts.map(({ message }) => message.text)).toEqual(['first', 'there', 'second']));
  });

  it('tries again by itself under the same key what may pass, and keeps the order', async () => {
    const { openTab, posts, stored } = aBrowser();
    const tab = openTab();
    await tab.send(roomId, 'first');
    await tab.send(roomId, 'second');
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    posts[0]?.fail(0);
    await vi.waitFor(() => expect(tab.states()).toEqual(['first: waiting', 'second: queued']));
    await vi.advanceTimersByTimeAsync(1500);
    await vi.waitFor(() => expect(posts).toHaveLength(2));
    expect(posts.map(({ message }) => message.key)).toEqual(['key-1', 'key-1']);
    posts[1]?.succeed();
    await vi.waitFor(() => expect(posts).toHaveLength(3));
    posts[2]?.succeed();
    await vi.waitFor(() => expect(stored).toEqual(['first', 'second']));
  });

  it('sends what waits as soon as the line is back', async () => {
    const { openTab, posts } = aBrowser();
    const tab = openTab();
    await tab.send(roomId, 'Hello');
    for (const many of [1, 2, 3, 4]) {
      await vi.waitFor(() => expect(posts).toHaveLength(many));
      posts[many - 1]?.fail(503);
      await vi.waitFor(() => expect(tab.states()).toEqual(['Hello: waiting']));
      window.dispatchEvent(new Event('online'));
    }
  });

  it('keeps what was refused with its reason, and lets those behind it pass', async () => {
    const { openTab, posts } = aBrowser();
    const tab = openTab();
    await tab.send(roomId, 'refused');
    await tab.send(roomId, 'fine');
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    posts[0]?.fail(403);
    await vi.waitFor(() => expect(tab.states()).toEqual(['refused: failed', 'fine: sending']));
    expect(tab.list()[0]?.failure).toMatchObject({ message: 'No.', status: 403 });
    tab.retry('key-1');
    posts[1]?.succeed();
    await vi.waitFor(() => expect(posts.map(({ message }) => message.key)).toEqual(['key-1', 'key-2', 'key-1']));
  });

  it('gives back the text of what is removed, but not of what is being sent', async () => {
    const { openTab, posts, kept } = aBrowser();
    const tab = openTab();
    await tab.send(roomId, 'Hello');
    await vi.waitFor(() => expect(tab.states()).toEqual(['Hello: sending']));
    expect(tab.discard('key-1')).toBeNull();
    posts[0]?.fail(400);
    await vi.waitFor(() => expect(tab.states()).toEqual(['Hello: failed']));
    expect(tab.discard('key-1')).toBe('Hello');
    expect([tab.states(), kept.size]).toEqual([[], 0]);
  });

  it('has one tab send for all, and all of them know', async () => {
    const { openTab, posts, stored } = aBrowser();
    const [one, other] = [openTab(), openTab()];
    await other.send(roomId, 'Hello');
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    expect([one.states(), other.states()]).toEqual([['Hello: sending'], ['Hello: sending']]);
    posts[0]?.succeed();
    await vi.waitFor(() => expect([one.states(), other.states()]).toEqual([[], []]));
    expect([posts.length, stored]).toEqual([1, ['Hello', 'Hello']]);
  });

  it('goes on in another tab, and after a reload, under the same key', async () => {
    const { openTab, posts } = aBrowser();
    const [one, other] = [openTab(), openTab()];
    await one.send(roomId, 'Hello');
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    one.close();
    await vi.waitFor(() => expect(posts).toHaveLength(2));
    other.close();
    openTab();
    await vi.waitFor(() => expect(posts).toHaveLength(3));
    expect(new Set(posts.map(({ message }) => message.key))).toEqual(new Set(['key-1']));
  });

  it('sends nothing by itself whose key has run out', async () => {
    const { openTab, posts } = aBrowser();
    const first = openTab();
    await first.send(roomId, 'Hello');
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    first.close();
    vi.setSystemTime('2026-03-02T12:00:00.000Z');
    const tab = openTab();
    await vi.waitFor(() => expect(tab.states()).toEqual(['Hello: failed']));
    tab.retry('key-1');
    await vi.waitFor(() => expect(posts.at(-1)?.message.key).toBe('key-2'));
  });

  it('takes only so much', async () => {
    const { openTab } = aBrowser();
    const tab = openTab();
    for (let i = 0; i < 200; i++) await tab.send(roomId, `${i}`);
    await expect(tab.send(roomId, 'one more')).rejects.toThrow('Too much is waiting');
  });

  it('tells when the sends of a room are over', async () => {
    const { openTab, posts } = aBrowser();
    const tab = openTab();
    await tab.send(roomId, 'Hello');
    let over = false;
    void tab.settled(roomId).then(() => (over = true));
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    expect(over).toBe(false);
    posts[0]?.succeed();
    await vi.waitFor(() => expect(over).toBe(true));
  });
});
