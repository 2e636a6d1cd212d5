import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { signUp, type Person } from './person.ts';
import { deliver, listed, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody } from './shapes.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let cyd: Person;
let agent: Agent;

beforeAll(async () => {
  [ada, bob, cyd] = await Promise.all([signUp(server), signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada, { access: 'public' });
});

const add = (conversation: string, body: unknown, by = ada) =>
  by.post(`/v1/conversations/${conversation}/members`, body);
const remove = (conversation: string, memberId: string, by = ada) =>
  by.del(`/v1/conversations/${conversation}/members/${memberId}`);

describe('§4 adding members', () => {
  it('adds a person and answers with the room', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    const { status, body } = await add(conversation, { userId: cyd.userId });
    expect(status).toBe(200);
    expect(body.item.conversationId).toBe(conversation);
    expect(body.item.userMembers.map((member: { userId: string }) => member.userId).sort()).toEqual(
      [bob.userId, cyd.userId].sort(),
    );
    expect((await cyd.get(`/v1/conversations/${conversation}`)).status).toBe(200);
    expect(await listed(cyd, conversation)).toBeDefined();
  });

  it('adds an agent to a room without one, and it is delivered to from then on', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    expect((await say(ada, conversation, 'nobody listens')).deliveries).toEqual([]);
    const { status, body } = await add(conversation, { agentId: agent.agentId });
    expect(status).toBe(200);
    expect(body.item.agentMembers).toEqual([{ agentId: agent.agentId, handle: agent.handle, name: agent.name }]);
    expect((await say(ada, conversation, 'somebody does')).deliveries).toHaveLength(1);
  });

  it('are listed in pages that go on behind a member who has left since', async () => {
    const conversation = await openConversation(ada, agent, [bob, cyd]);
    const page = async (query: string, by = ada) =>
      (await by.get(`/v1/conversations/${conversation}/members${query}`)).body;
    const { items, nextCursor } = await page('?limit=2');
    const rest = (await page(`?cursor=${nextCursor}`)).items;
    expect(rest).toHaveLength(2);
    const leaving = items[1].userId;
    await remove(conversation, leaving);
    expect((await page(`?cursor=${nextCursor}`, leaving === ada.userId ? bob : ada)).items).toEqual(rest);
  });

  it('makes a group of a direct room', async () => {
    const conversation = await openConversation(ada, agent);
    expect((await add(conversation, { userId: bob.userId })).body.item.kind).toBe('group');
  });

  it('refuses a second agent', async () => {
    const conversation = await openConversation(ada, agent);
    const second = await registerAgent(server, ada);
    const answer = await add(conversation, { agentId: second.agentId });
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('agent_already_seated');
  });

  it('gives the seat to one of two agents that are added at once', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    const second = await registerAgent(server, ada);
    const answers = await Promise.all([agent, second].map(({ agentId }) => add(conversation, { agentId })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it('refuses an agent that the caller may not seat', async () => {
    const conversation = await openConversation(ada, null, [bob]);
    const hidden = await registerAgent(server, ada);
    for (const agentId of [hidden.agentId, nobody('agt')]) {
      const answer = await add(conversation, { agentId }, bob);
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('agent_not_found');
    }
  });

  it('refuses a person who is not there', async () => {
    expect((await add(await openConversation(ada, agent), { userId: nobody('usr') })).status).toBe(404);
  });

  it.each([[{}], [{ agentId: nobody('agt'), userId: nobody('usr') }], [{ userId: 7 }]])(
    'refuses %j, which names neither one agent nor one person',
    async (body) => {
      const answer = await add(await openConversation(ada, agent), body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('malformed_request');
    },
  );

  it('tells the seated agent by member.joined, with a message from the platform', async () => {
    const own = await registerAgent(server, ada);
    const conversation = await openConversation(ada, own);
    const relay = await own.stream();
    await add(conversation, { userId: cyd.userId });
    const [delivery] = await relay.awaitDeliveries(1);
    expect(delivery?.genuine).toBe(true);
    expect(delivery?.envelope).toMatchObject({ event: 'member.joined', conversation_id: conversation, task_id: null });
    expect(delivery?.envelope.messages.length).toBeGreaterThanOrEqual(1);
    expect(delivery?.envelope.messages[0]).toMatchObject({
      id: expect.stringMatching(idOf('msg')),
      author: 'platform',
      text: expect.stringMatching(/\S/),
    });
    relay.close();
  });
});

describe('§4 leaving and removing', () => {
  it('lets a person leave', async () => {
    const conversation = await openConversation(ada, null, [bob, cyd]);
    expect((await remove(conversation, bob.userId, bob)).status).toBe(204);
    expect((await bob.get(`/v1/conversations/${conversation}`)).body.error.code).toBe('conversation_not_found');
    expect((await bob.post(`/v1/conversations/${conversation}/messages`, { text: 'still here?' })).status).toBe(404);
    expect(await listed(bob, conversation)).toBeUndefined();
    expect((await ada.get(`/v1/conversations/${conversation}`)).body.item.userMembers).toHaveLength(1);
  });

  it('lets the creator remove a person and the agent', async () => {
    const conversation = await openConversation(ada, agent, [bob]);
    expect((await remove(conversation, bob.userId)).status).toBe(204);
    expect((await remove(conversation, agent.agentId)).status).toBe(204);
    const { item } = (await ada.get(`/v1/conversations/${conversation}`)).body;
    expect(item).toMatchObject({ agentMembers: [], userMembers: [] });
  });

  it('lets nobody else remove anybody', async () => {
    const conversation = await openConversation(ada, agent, [bob, cyd]);
    for (const member of [ada.userId, cyd.userId, agent.agentId])
      expect([403, 404]).toContain((await remove(conversation, member, bob)).status);
    expect((await ada.get(`/v1/conversations/${conversation}`)).body.item).toMatchObject({
      agentMembers: [{ agentId: agent.agentId }],
      userMembers: expect.arrayContaining([expect.objectContaining({ userId: cyd.userId })]),
    });
  });

  it('answers 404 for somebody who is not a member', async () => {
    const conversation = await openConversation(ada, agent);
    expect((await remove(conversation, cyd.userId)).status).toBe(404);
    expect((await remove(conversation, nobody('agt'))).status).toBe(404);
  });

  it('ends an agent’s authority over the room', async () => {
    const conversation = await openConversation(ada, agent);
    const deliveryId = await deliver(ada, conversation, 'goodbye');
    await remove(conversation, agent.agentId);
    const answer = await agent.reply(deliveryId, 'wait');
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('delivery_not_found');
    expect((await say(ada, conversation, 'alone')).deliveries).toEqual([]);
  });

  it('makes room for another agent', async () => {
    const conversation = await openConversation(ada, agent);
    await remove(conversation, agent.agentId);
    const second = await registerAgent(server, ada);
    expect((await add(conversation, { agentId: second.agentId })).status).toBe(200);
    const { deliveries } = await say(ada, conversation, 'hello, second');
    expect(deliveries[0].agentId).toBe(second.agentId);
  });
});
