import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { refusalOf, type Answer, type Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { deliver, deliveryOf, listed, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody } from './shapes.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let cyd: Person;
let agent: Agent;

beforeAll(async () => {
  [ada, bob, cyd] = await Promise.all([
    signUp(server, { displayName: 'Ada' }),
    signUp(server, { displayName: 'Bob' }),
    signUp(server, { displayName: 'Cyd' }),
  ]);
  agent = await registerAgent(server, ada, { access: 'public' });
});

const open = (agentIds: unknown, userIds?: unknown, by = ada) =>
  by.post('/v1/conversations', { agentIds, ...(userIds === undefined ? {} : { userIds }) });
const entry = ({ userId, handle, displayName }: Person) => ({ userId, handle, displayName });

describe('§4 Conversation: opening one', () => {
  it('seats an agent in a direct room', async () => {
    const { status, body } = await open([agent.agentId]);
    expect(status).toBe(201);
    expect(body.item).toMatchObject({
      conversationId: expect.stringMatching(idOf('cnv')),
      kind: 'direct',
      agentMembers: [{ agentId: agent.agentId, handle: agent.handle, name: agent.name }],
      userMembers: [],
    });
    expect(Object.keys(body.item.agentMembers[0]).sort()).toEqual(['agentId', 'handle', 'name']);
  });

  it('is direct for two people, who are told of each other', async () => {
    const { body } = await open([], [bob.userId]);
    expect(body.item).toMatchObject({ kind: 'direct', agentMembers: [], userMembers: [entry(bob)] });
    const other = await bob.get(`/v1/conversations/${body.item.conversationId}`);
    expect(other.body.item.userMembers).toEqual([entry(ada)]);
  });

  it('is a group for two people with an agent, and for three people', async () => {
    expect((await open([agent.agentId], [bob.userId])).body.item.kind).toBe('group');
    const three = (await open([], [bob.userId, cyd.userId])).body.item;
    expect(three.kind).toBe('group');
    expect(three.userMembers).toHaveLength(2);
    expect(three.userMembers).toEqual(expect.arrayContaining([entry(bob), entry(cyd)]));
  });

  it('makes no message and no delivery', async () => {
    const own = await registerAgent(server, ada);
    const conversation = await openConversation(ada, own);
    expect(await messagesOf(ada, conversation)).toEqual([]);
    expect((await ada.get(`/v1/agents/${own.agentId}/deliveries`)).body.items).toEqual([]);
  });

  it('makes another room each time', async () => {
    const [one, two] = [await openConversation(ada, agent), await openConversation(ada, agent)];
    expect(one).not.toBe(two);
  });

  it('refuses two agents', async () => {
    const second = await registerAgent(server, ada);
    const answer = await open([agent.agentId, second.agentId]);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('too_many_agents');
  });

  it.each([
    [[], undefined],
    [[], []],
  ])('refuses a room without members: %j %j', async (agentIds, userIds) => {
    const answer = await open(agentIds, userIds);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('members_required');
  });

  it('refuses more than 50 people', async () => {
    const answer = await open(
      [],
      Array.from({ length: 51 }, () => nobody('usr')),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'malformed_request', path: '/userIds' });
  });

  it('refuses a person who is not there', async () => {
    expect((await open([], [nobody('usr')])).status).toBe(404);
  });

  it('answers alike for an agent that is unknown, private, only by request, paused or deleted', async () => {
    const [hidden, asked, paused, deleted] = [
      await registerAgent(server, ada),
      await registerAgent(server, ada, { access: 'request' }),
      await registerAgent(server, ada, { access: 'public' }),
      await registerAgent(server, ada, { access: 'public' }),
    ];
    await ada.post(`/v1/agents/${paused.agentId}/pause`);
    await ada.del(`/v1/agents/${deleted.agentId}`);
    const ids = [nobody('agt'), hidden.agentId, asked.agentId, paused.agentId, deleted.agentId];
    const answers = await Promise.all(ids.map((id) => open([id], undefined, bob)));
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    expect(refusalOf(answers[0]!).code).toBe('agent_not_found');
    for (const answer of answers) expect(refusalOf(answer)).toEqual(refusalOf(answers[0]!));
  });
});

describe('§4 a conversation and outsiders', () => {
  let conversation: string;
  let messageId: string;

  beforeAll(async () => {
    conversation = await openConversation(ada, agent);
    messageId = (await say(ada, conversation, 'inside')).messageId;
  });

  const routes: [string, (path: string) => Promise<Answer>][] = [
    ['GET', (path) => bob.get(path)],
    ['GET …/messages', (path) => bob.get(`${path}/messages`)],
    ['GET …/messages/{id}', (path) => bob.get(`${path}/messages/${messageId}`)],
    ['POST …/messages', (path) => bob.post(`${path}/messages`, { text: 'hi' })],
    ['POST …/members', (path) => bob.post(`${path}/members`, { userId: bob.userId })],
    ['DELETE …/members/{id}', (path) => bob.del(`${path}/members/${ada.userId}`)],
    ['PUT …/read', (path) => bob.put(`${path}/read`, { seq: 1 })],
    ['PUT …/preferences', (path) => bob.put(`${path}/preferences`, { muted: true })],
    ['DELETE', (path) => bob.del(path)],
  ];

  it.each(routes)('%s answers conversation_not_found, as for a room that is not there', async (_what, ask) => {
    const [outside, none] = [
      await ask(`/v1/conversations/${conversation}`),
      await ask(`/v1/conversations/${nobody('cnv')}`),
    ];
    expect(outside.status).toBe(404);
    expect(refusalOf(outside).code).toBe('conversation_not_found');
    expect(none.status).toBe(404);
    expect(refusalOf(none)).toEqual(refusalOf(outside));
  });

  it('leaves the room out of an outsider’s list', async () => {
    expect(await listed(bob, conversation)).toBeUndefined();
  });

  it('does not hand out a message through another room', async () => {
    const own = await openConversation(bob, agent);
    expect((await bob.get(`/v1/conversations/${own}/messages/${messageId}`)).status).toBe(404);
  });
});

describe('§4 the list of conversations', () => {
  it('has the most recent activity first', async () => {
    const person = await signUp(server);
    const [one, two, three] = [
      await openConversation(person, agent),
      await openConversation(person, agent),
      await openConversation(person, agent),
    ];
    for (const conversation of [one, two, three]) {
      await server.clock.advance(50);
      await say(person, conversation, 'first');
    }
    await server.clock.advance(50);
    await say(person, one, 'second');
    const { items } = (await person.get('/v1/conversations')).body;
    expect(items.map((item: Json) => item.conversationId)).toEqual([one, three, two]);
  });

  it('shows the last message, what is unread and whether the room is muted', async () => {
    const conversation = await openConversation(ada, agent);
    await say(ada, conversation, 'one');
    const { seq, createdAt } = await say(ada, conversation, 'two words');
    expect(await listed(ada, conversation)).toMatchObject({
      conversationId: conversation,
      kind: 'direct',
      lastMessage: { seq, preview: 'two words', createdAt },
      unreadCount: 0,
      muted: false,
    });
  });

  it('has no last message where there is none', async () => {
    const conversation = await openConversation(ada, agent);
    expect((await listed(ada, conversation)).lastMessage).toBeNull();
  });
});

describe('§4 deleting a conversation', () => {
  it('is for its creator', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    expect([403, 404]).toContain((await bob.del(`/v1/conversations/${conversation}`)).status);
    expect((await ada.get(`/v1/conversations/${conversation}`)).status).toBe(200);
    expect((await ada.del(`/v1/conversations/${conversation}`)).status).toBe(204);
  });

  it('takes it from everyone', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    await ada.del(`/v1/conversations/${conversation}`);
    for (const person of [ada, bob]) {
      expect((await person.get(`/v1/conversations/${conversation}`)).body.error.code).toBe('conversation_not_found');
      expect((await person.post(`/v1/conversations/${conversation}/messages`, { text: 'hi' })).status).toBe(404);
      expect(await listed(person, conversation)).toBeUndefined();
    }
  });

  it('ends its unfinished deliveries as failed; the log of the agent’s owner keeps them', async () => {
    const own = await registerAgent(server, ada);
    const conversation = await openConversation(ada, own);
    const deliveryId = await deliver(ada, conversation, 'never read');
    await ada.del(`/v1/conversations/${conversation}`);
    expect(await deliveryOf(own, deliveryId)).toMatchObject({ status: 'failed', nextAttemptAt: null });
    const answer = await own.reply(deliveryId, 'anybody there?');
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('delivery_not_found');
  });
});
