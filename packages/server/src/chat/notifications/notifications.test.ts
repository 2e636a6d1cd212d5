import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { janitorJobs } from '../../runtime/janitor-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { eventually, quiet } from '../../testing/contract/eventually.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { deliver, messagesOf, openConversation } from '../../testing/contract/conversation.ts';
import { idOf, nobody, time } from '../../testing/contract/shapes.ts';
import { openEventStream } from '../../testing/contract/sse.ts';

let server: TestServer;
let ada: Person;
let ben: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  ada = await signUp(server);
  ben = await signUp(server);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent, [ben]);
});

afterAll(() => server.stop());

const newsOf = async (person: Person, query = ''): Promise<Json[]> =>
  (await person.get(`/v1/notifications${query}`)).body.items;

async function reply(): Promise<string> {
  const deliveryId = await deliver(ada, conversation, 'Hello.');
  return (await agent.reply(deliveryId, 'Hello yourself.')).body.message_id;
}

describe('a reply of an agent', () => {
  test('notifies everyone in the room of its message', async () => {
    const messageId = await reply();
    for (const person of [ada, ben]) {
      expect(await newsOf(person)).toEqual([
        {
          notificationId: expect.stringMatching(idOf('ntf')),
          type: 'message',
          conversationId: conversation,
          messageId,
          approvalId: null,
          createdAt: expect.stringMatching(time),
          readAt: null,
        },
      ]);
    }
  });

  test('tells each of them, and shows no content', async () => {
    const stream = await openEventStream(`${server.baseUrl}/v1/events`, { cookie: ben.cookie });
    await eventually(server, 'the stream', () => stream.frames.length > 0);
    await reply();
    const told = await eventually(server, 'it', () => stream.frames.find((each) => each.event === 'notificationAdded'));
    const [news] = await newsOf(ben);
    expect(JSON.parse(told.data)).toEqual({
      id: expect.any(String),
      type: 'notificationAdded',
      occurredAt: expect.stringMatching(time),
      notificationId: news.notificationId,
    });
    stream.close();
  });

  test.each([
    ['who muted the room', () => ben.put(`/v1/conversations/${conversation}/preferences`, { muted: true })],
    ['who muted the agent', () => ben.put(`/v1/agents/${agent.agentId}/membership/preferences`, { muted: true })],
    ['who blocked the agent', () => ben.put(`/v1/agents/${agent.agentId}/membership/preferences`, { blocked: true })],
  ])('does not notify a person %s, and says so in notify', async (_who, silence) => {
    await silence();
    const messageId = await reply();
    expect(await newsOf(ben)).toEqual([]);
    expect(await newsOf(ada)).toHaveLength(1);
    const read = async (person: Person) =>
      (await messagesOf(person, conversation)).find((message) => message.messageId === messageId).notify;
    expect([await read(ben), await read(ada)]).toEqual([false, true]);
  });

  test('notifies once it is final, and not while it is a draft', async () => {
    const deliveryId = await deliver(ada, conversation, 'Hello.');
    const draft = await agent.reply(deliveryId, 'Hel', { partial: true });
    expect(await newsOf(ada)).toEqual([]);
    await agent.reply(deliveryId, 'Hello.');
    expect((await newsOf(ada)).map((news) => news.messageId)).toEqual([draft.body.message_id]);
  });

  test('notifies once for a request that is repeated', async () => {
    const deliveryId = await deliver(ada, conversation, 'Hello.');
    for (let i = 0; i < 2; i++) await agent.reply(deliveryId, 'Hello.', {}, { key: 'same' });
    expect(await newsOf(ada)).toHaveLength(1);
  });
});

test('what people write, and lines of the platform, notify nobody', async () => {
  await deliver(ada, conversation, 'Hello, Ben.');
  await ada.post(`/v1/conversations/${conversation}/members`, { userId: (await signUp(server)).userId });
  expect([await newsOf(ada), await newsOf(ben)]).toEqual([[], []]);
});

describe('the list', () => {
  test('is newest first, in pages', async () => {
    const ids = [];
    for (let i = 0; i < 3; i++) ids.unshift(await reply());
    const first = (await ada.get('/v1/notifications?limit=2')).body;
    expect(first.items.map((news: Json) => news.messageId)).toEqual(ids.slice(0, 2));
    const second = (await ada.get(`/v1/notifications?limit=2&cursor=${first.nextCursor}`)).body;
    expect([second.items.map((news: Json) => news.messageId), second.nextCursor]).toEqual([ids.slice(2), null]);
  });

  test('leaves out what points into a room that one has left, or that is gone', async () => {
    await reply();
    await ben.del(`/v1/conversations/${conversation}/members/${ben.userId}`);
    expect(await newsOf(ben)).toEqual([]);
    expect(await newsOf(ada)).toHaveLength(1);
    await ada.del(`/v1/conversations/${conversation}`);
    expect(await newsOf(ada)).toEqual([]);
  });

  test('forgets what is older than 30 days', async () => {
    await reply();
    const job = janitorJobs(server.app).find(({ name }) => name === 'notifications');
    const later = (days: number) => new Date(server.clock.now() + days * 86_400_000);
    await job?.run(server.app.storage.db, later(29), 100);
    expect(await newsOf(ada)).toHaveLength(1);
    await job?.run(server.app.storage.db, later(31), 100);
    expect(await newsOf(ada)).toEqual([]);
  });
});

describe('reading', () => {
  test('marks one’s own, keeps the first time, and passes over the rest', async () => {
    await reply();
    const [mine] = await newsOf(ada);
    const [other] = await newsOf(ben);
    const ids = [mine.notificationId, other.notificationId, nobody('ntf')];
    const answer = await ada.put('/v1/notifications/read', { notificationIds: ids });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const [read] = await newsOf(ada);
    expect(read.readAt).toMatch(time);
    expect((await newsOf(ben))[0].readAt).toBeNull();
    await quiet(server);
    await ada.put('/v1/notifications/read', { notificationIds: ids });
    expect((await newsOf(ada))[0].readAt).toBe(read.readAt);
  });

  test.each([
    ['/notificationIds', {}],
    ['/notificationIds', { notificationIds: 'all' }],
    ['/notificationIds/0', { notificationIds: ['ntf_1'] }],
    ['/notificationIds/1', { notificationIds: [nobody('ntf'), 7] }],
    ['/all', { notificationIds: [], all: true }],
  ])('is refused with the path %s for %j', async (path, body) => {
    const answer = await ada.put('/v1/notifications/read', body);
    expect([answer.status, answer.body.error.path]).toEqual([400, path]);
  });

  test('takes an empty list', async () => {
    expect((await ada.put('/v1/notifications/read', { notificationIds: [] })).status).toBe(204);
  });
});
