import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { signUp, type Person } from './person.ts';
import { deliver, listed, openRoom, say } from './room.ts';
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

const add = (room: string, body: unknown, by = ada) => by.post(`/v1/conversations/${room}/members`, body);
const remove = (room: string, memberId: string, by = ada) => by.del(`/v1/conversations/${room}/members/${memberId}`);

describe('§4 adding members', () => {
  it('adds a person and answers with the room', async () => {
    const room = await openRoom(ada, null, [bob]);
    const { status, body } = await add(room, { userId: cyd.userId });
    expect(status).toBe(200);
    expect(body.item.conversationId).toBe(room);
    expect(body.item.userMembers.map((member: { userId: string }) => member.userId).sort()).toEqual(
      [bob.userId, cyd.userId].sort(),
    );
    expect((await cyd.get(`/v1/conversations/${room}`)).status).toBe(200);
    expect(await listed(cyd, room)).toBeDefined();
  });

  it('adds an agent to a room without one, and it is delivered to from then on', async () => {
    const room = await openRoom(ada, null, [bob]);
    expect((await say(ada, room, 'nobody listens')).deliveries).toEqual([]);
    const { status, body } = await add(room, { agentId: agent.agentId });
    expect(status).toBe(200);
    expect(body.item.agentMembers).toEqual([{ agentId: agent.agentId, handle: agent.handle, name: agent.name }]);
    expect((await say(ada, room, 'somebody does')).deliveries).toHaveLength(1);
  });

  it('makes a group of a direct room', async () => {
    const room = await openRoom(ada, agent);
    expect((await add(room, { userId: bob.userId })).body.item.kind).toBe('group');
  });

  it('refuses a second agent', async () => {
    const room = await openRoom(ada, agent);
    const second = await registerAgent(server, ada);
    const answer = await add(room, { agentId: second.agentId });
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('agent_already_seated');
  });

  it('gives the seat to one of two agents that are added at once', async () => {
    const room = await openRoom(ada, null, [bob]);
    const second = await registerAgent(server, ada);
    const answers = await Promise.all([agent, second].map(({ agentId }) => add(room, { agentId })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it('refuses an agent that the caller may not seat', async () => {
    const room = await openRoom(ada, null, [bob]);
    const hidden = await registerAgent(server, ada);
    for (const agentId of [hidden.agentId, nobody('agt')]) {
      const answer = await add(room, { agentId }, bob);
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('agent_not_found');
    }
  });

  it('refuses a person who is not there', async () => {
    expect((await add(await openRoom(ada, agent), { userId: nobody('usr') })).status).toBe(404);
  });

  it.each([[{}], [{ agentId: nobody('agt'), userId: nobody('usr') }], [{ userId: 7 }]])(
    'refuses %j, which names neither one agent nor one person',
    async (body) => {
      const answer = await add(await openRoom(ada, agent), body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('malformed_request');
    },
  );

  it('tells the seated agent by member.joined, with a message from the platform', async () => {
    const own = await registerAgent(server, ada);
    const room = await openRoom(ada, own);
    const relay = await own.stream();
    await add(room, { userId: cyd.userId });
    const [delivery] = await relay.awaitDeliveries(1);
    expect(delivery?.genuine).toBe(true);
    expect(delivery?.envelope).toMatchObject({ event: 'member.joined', conversation_id: room, task_id: null });
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
    const room = await openRoom(ada, null, [bob, cyd]);
    expect((await remove(room, bob.userId, bob)).status).toBe(204);
    expect((await bob.get(`/v1/conversations/${room}`)).body.error.code).toBe('conversation_not_found');
    expect((await bob.post(`/v1/conversations/${room}/messages`, { text: 'still here?' })).status).toBe(404);
    expect(await listed(bob, room)).toBeUndefined();
    expect((await ada.get(`/v1/conversations/${room}`)).body.item.userMembers).toHaveLength(1);
  });

  it('lets the creator remove a person and the agent', async () => {
    const room = await openRoom(ada, agent, [bob]);
    expect((await remove(room, bob.userId)).status).toBe(204);
    expect((await remove(room, agent.agentId)).status).toBe(204);
    const { item } = (await ada.get(`/v1/conversations/${room}`)).body;
    expect(item).toMatchObject({ agentMembers: [], userMembers: [] });
  });

  it('lets nobody else remove anybody', async () => {
    const room = await openRoom(ada, agent, [bob, cyd]);
    for (const member of [ada.userId, cyd.userId, agent.agentId])
      expect([403, 404]).toContain((await remove(room, member, bob)).status);
    expect((await ada.get(`/v1/conversations/${room}`)).body.item).toMatchObject({
      agentMembers: [{ agentId: agent.agentId }],
      userMembers: expect.arrayContaining([expect.objectContaining({ userId: cyd.userId })]),
    });
  });

  it('answers 404 for somebody who is not a member', async () => {
    const room = await openRoom(ada, agent);
    expect((await remove(room, cyd.userId)).status).toBe(404);
    expect((await remove(room, nobody('agt'))).status).toBe(404);
  });

  it('ends an agent’s authority over the room', async () => {
    const room = await openRoom(ada, agent);
    const deliveryId = await deliver(ada, room, 'goodbye');
    await remove(room, agent.agentId);
    const answer = await agent.reply(deliveryId, 'wait');
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('delivery_not_found');
    expect((await say(ada, room, 'alone')).deliveries).toEqual([]);
  });

  it('makes room for another agent', async () => {
    const room = await openRoom(ada, agent);
    await remove(room, agent.agentId);
    const second = await registerAgent(server, ada);
    expect((await add(room, { agentId: second.agentId })).status).toBe(200);
    const { deliveries } = await say(ada, room, 'hello, second');
    expect(deliveries[0].agentId).toBe(second.agentId);
  });
});
