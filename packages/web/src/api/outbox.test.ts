import type { SentMessage } from '@parley/protocol';
import { describe, expect, it, vi } from 'vitest';
import { roomId } from '../testing/samples.ts';
import { createOutbox } from './outbox.ts';
import type { OutgoingMessage } from './outbox.ts';
import { RequestError } from './request.ts';

interface Post {
  readonly message: OutgoingMessage;
  readonly succeed: () => void;
  readonly fail: () => void;
}

/** An outbox whose posts wait until the test answers them. */
function setUp() {
  const posts: Post[] = [];
  const texts: string[] = [];
  let keys = 0;
  const outbox = createOutbox({
    post: (message) =>
      new Promise<SentMessage>((resolve, reject) => {
        posts.push({
          message,
          succeed: () => resolve(stored(message)),
          fail: () => reject(new RequestError('Overloaded.', { code: 'overloaded', status: 503 })),
        });
      }),
    onStored: (message) => texts.push(message.text),
    newKey: () => `key-${++keys}`,
    now: () => new Date('2026-03-01T12:00:00.000Z'),
  });
  return { outbox, posts, texts, states: () => outbox.list().map(({ text, state }) => `${text}: ${state}`) };
}

function stored({ conversationId, text, createdAt }: OutgoingMessage): SentMessage {
  return { messageId: 'msg_1', conversationId, seq: 1, body: text, createdAt, deliveries: [] };
}

const settle = () => vi.waitFor(() => undefined);

describe('the outbox', () => {
  it('shows a message at once and forgets it when it is stored', async () => {
    const { outbox, posts, texts, states } = setUp();
    outbox.send(roomId, 'Hello');
    expect(states()).toEqual(['Hello: sending']);
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    posts[0]?.succeed();
    await vi.waitFor(() => expect(states()).toEqual([]));
    expect(texts).toEqual(['Hello']);
  });

  it('sends the messages of one room one after the other', async () => {
    const { outbox, posts } = setUp();
    outbox.send(roomId, 'first');
    outbox.send(roomId, 'second');
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    await settle();
    expect(posts.map(({ message }) => message.text)).toEqual(['first']);
    posts[0]?.succeed();
    await vi.waitFor(() => expect(posts.map(({ message }) => message.text)).toEqual(['first', 'second']));
  });

  it('does not hold one room up for another', async () => {
    const { outbox, posts } = setUp();
    outbox.send(roomId, 'here');
    outbox.send('cnv_OTHER', 'there');
    await vi.waitFor(() => expect(posts).toHaveLength(2));
  });

  it('keeps a failed message with its reason and retries it under the same key', async () => {
    const { outbox, posts, states } = setUp();
    outbox.send(roomId, 'Hello');
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    posts[0]?.fail();
    await vi.waitFor(() => expect(states()).toEqual(['Hello: failed']));
    expect(outbox.list()[0]?.error?.message).toBe('Overloaded.');
    outbox.retry('key-1');
    expect(states()).toEqual(['Hello: sending']);
    await vi.waitFor(() => expect(posts).toHaveLength(2));
    expect(posts.map(({ message }) => message.key)).toEqual(['key-1', 'key-1']);
  });

  it('discards a failed message, and never one that is being sent', async () => {
    const { outbox, posts, states } = setUp();
    outbox.send(roomId, 'Hello');
    outbox.discard('key-1');
    expect(states()).toEqual(['Hello: sending']);
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    posts[0]?.fail();
    await vi.waitFor(() => expect(states()).toEqual(['Hello: failed']));
    outbox.discard('key-1');
    expect(states()).toEqual([]);
  });

  it('tells when the sends of a room are over', async () => {
    const { outbox, posts } = setUp();
    outbox.send(roomId, 'Hello');
    let over = false;
    void outbox.settled(roomId).then(() => (over = true));
    await vi.waitFor(() => expect(posts).toHaveLength(1));
    expect(over).toBe(false);
    posts[0]?.succeed();
    await vi.waitFor(() => expect(over).toBe(true));
  });
});
