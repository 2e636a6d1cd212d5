import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, listed, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let agent: Agent;

beforeAll(async () => {
  [ada, bob] = await Promise.all([signUp(server, { displayName: 'Ada' }), signUp(server, { displayName: 'Bob' })]);
  agent = await registerAgent(server, ada, { access: 'public' });
});

const seqs = (items: Json[]): number[] => items.map((item) => item.seq);
const read = async (person: Person, conversation: string, messageId: string): Promise<Json> =>
  (await person.get(`/v1/conversations/${conversation}/messages/${messageId}`)).body.item;

describe('§4 Stored message and queued delivery: sending a message', () => {
  it('answers with the message and its queued delivery', async () => {
    const conversation = await openConversation(ada, agent);
    expect(await say(ada, conversation, 'hello')).toEqual({
      messageId: expect.stringMatching(idOf('msg')),
      conversationId: conversation,
      body: 'hello',
      seq: 1,
      createdAt: expect.stringMatching(time),
      deliveries: [
        {
          agentId: agent.agentId,
          deliveryId: expect.stringMatching(idOf('dlv')),
          dispatchedAt: null,
          status: 'pending',
        },
      ],
    });
  });

  it('makes no delivery in a room without an agent', async () => {
    expect((await say(ada, await openConversation(ada, null, [bob]), 'hello')).deliveries).toEqual([]);
  });

  it('takes a text of one character and of 10000', async () => {
    const conversation = await openConversation(ada, agent);
    expect((await say(ada, conversation, 'x')).body).toBe('x');
    expect((await say(ada, conversation, 'x'.repeat(10_000))).body).toHaveLength(10_000);
  });

  it('numbers forty messages that are sent at once 1 to 40', async () => {
    const conversation = await openConversation(ada, agent, [bob]);
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, index) => say(index % 2 ? ada : bob, conversation, `${index}`)),
    );
    expect(seqs(sent).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    const stored = await messagesOf(ada, conversation);
    expect(seqs(stored)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  it('leaves no gap where a send is refused', async () => {
    const conversation = await openConversation(ada, agent);
    await say(ada, conversation, 'one');
    await ada.post(`/v1/conversations/${conversation}/messages`, { text: '' });
    expect((await say(ada, conversation, 'two')).seq).toBe(2);
  });

  it('numbers each room by itself', async () => {
    const [one, two] = [await openConversation(ada, agent), await openConversation(ada, agent)];
    await say(ada, one, 'one');
    expect((await say(ada, two, 'one')).seq).toBe(1);
  });
});

describe('§4 a message as read', () => {
  it('shows its author, text and deliveries to who sent it', async () => {
    const conversation = await openConversation(ada, agent);
    const sent = await say(ada, conversation, 'read me');
    const message = await read(ada, conversation, sent.messageId);
    expect(message).toMatchObject({
      messageId: sent.messageId,
      conversationId: conversation,
      seq: 1,
      author: { type: 'user', id: ada.userId, name: 'Ada' },
      body: 'read me',
      createdAt: sent.createdAt,
      replyToDeliveryId: null,
      partial: false,
    });
    expect(message.deliveries).toHaveLength(1);
    expect(Object.keys(message.deliveries[0]).sort()).toEqual(
      ['agentId', 'attemptCount', 'deliveryId', 'dispatchedAt', 'nextAttemptAt', 'status'].sort(),
    );
  });

  it('shows the delivery’s progress to who sent it', async () => {
    const own = await registerAgent(server, ada);
    const conversation = await openConversation(ada, own);
    const sent = await say(ada, conversation, 'nobody is connected');
    await awaitDelivery(server, own, sent.deliveries[0].deliveryId, { status: 'failed' });
    const { deliveries } = await read(ada, conversation, sent.messageId);
    expect(deliveries[0]).toMatchObject({ status: 'failed', dispatchedAt: null, attemptCount: 1 });
    expect(deliveries[0].nextAttemptAt).toMatch(time);
  });

  it('shows no deliveries to anybody else', async () => {
    const conversation = await openConversation(ada, agent, [bob]);
    const sent = await say(ada, conversation, 'mine');
    expect((await read(bob, conversation, sent.messageId)).deliveries ?? []).toEqual([]);
  });

  it('is the same in the list as alone', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    const { messageId } = await say(ada, conversation, 'same');
    expect(await messagesOf(ada, conversation)).toEqual([await read(ada, conversation, messageId)]);
  });

  it('is 404 where it is not there', async () => {
    const conversation = await openConversation(ada, agent);
    expect((await ada.get(`/v1/conversations/${conversation}/messages/${nobody('msg')}`)).status).toBe(404);
  });
});

describe('§4 reading by seq', () => {
  let conversation: string;

  beforeAll(async () => {
    conversation = await openConversation(ada, null, [bob]);
    for (let index = 1; index <= 10; index += 1) await say(ada, conversation, `${index}`);
  });

  it.each([
    ['the newest page without either', '?limit=3', [8, 9, 10]],
    ['the newest below before', '?before=5&limit=3', [2, 3, 4]],
    ['the oldest above after', '?after=5&limit=3', [6, 7, 8]],
    ['the beginning after 0', '?after=0&limit=2', [1, 2]],
    ['nothing before the first', '?before=1', []],
    ['nothing after the last', '?after=10', []],
    ['all there is before a seq far ahead', '?before=1000', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ])('gives %s, ascending', async (_what, query, expected) => {
    expect(seqs(await messagesOf(bob, conversation, query))).toEqual(expected);
  });
});

describe('§4 unread and read', () => {
  it('counts what others wrote, until it is read', async () => {
    const conversation = await openConversation(ada, agent, [bob]);
    for (const text of ['1', '2', '3']) await say(ada, conversation, text);
    expect(await listed(bob, conversation)).toMatchObject({ unreadCount: 3 });
    expect(await listed(ada, conversation)).toMatchObject({ unreadCount: 0 });
    const answer = await bob.put(`/v1/conversations/${conversation}/read`, { seq: 2 });
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(await listed(bob, conversation)).toMatchObject({ unreadCount: 1 });
    await bob.put(`/v1/conversations/${conversation}/read`, { seq: 3 });
    expect(await listed(bob, conversation)).toMatchObject({ unreadCount: 0 });
  });

  it('counts an agent’s reply', async () => {
    const conversation = await openConversation(ada, agent);
    await agent.reply(await deliver(ada, conversation, 'ask'), 'answer');
    expect(await listed(ada, conversation)).toMatchObject({
      unreadCount: 1,
      lastMessage: { seq: 2, preview: 'answer' },
    });
  });

  it('mutes a room for one person', async () => {
    const conversation = await openConversation(ada, agent, [bob]);
    const answer = await bob.put(`/v1/conversations/${conversation}/preferences`, { muted: true });
    expect(answer.status).toBe(204);
    expect(await listed(bob, conversation)).toMatchObject({ muted: true });
    expect(await listed(ada, conversation)).toMatchObject({ muted: false });
    await bob.put(`/v1/conversations/${conversation}/preferences`, { muted: false });
    expect(await listed(bob, conversation)).toMatchObject({ muted: false });
  });

  it('notifies each reader of an agent’s message unless that reader muted the room or the agent', async () => {
    const cyd = await signUp(server);
    const conversation = await openConversation(ada, agent, [bob, cyd]);
    await bob.put(`/v1/conversations/${conversation}/preferences`, { muted: true });
    await cyd.put(`/v1/agents/${agent.agentId}/membership/preferences`, { muted: true });
    const answer = await agent.reply(await deliver(ada, conversation, 'ask'), 'for all');
    const notify = async (person: Person) => (await read(person, conversation, answer.body.message_id)).notify;
    expect(await notify(ada)).toBe(true);
    expect(await notify(bob)).toBe(false);
    expect(await notify(cyd)).toBe(false);
  });
});
