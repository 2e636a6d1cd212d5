import { beforeEach, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { quiet } from './eventually.ts';
import type { Json } from './http.ts';
import { openInbox, type Inbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let agent: Agent;
let inbox: Inbox;
let conversation: string;

beforeEach(async () => {
  [ada, bob] = [await signUp(server), await signUp(server, { displayName: 'Bob Example' })];
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
  inbox = await openInbox(agent);
  return () => inbox.close();
});

const add = (member: Json, by = ada) => by.post(`/v1/conversations/${conversation}/members`, member);

describe('§4 member.joined', () => {
  it('tells the seated agent of a person who was added, by a message of the platform', async () => {
    expect((await add({ userId: bob.userId })).status).toBe(200);
    const envelope = await inbox.awaitEnvelope('member.joined');
    expect(envelope).toMatchObject({ conversation_id: conversation, agent_id: agent.agentId, task_id: null });
    expect(envelope.messages).toHaveLength(1);
    expect(envelope.messages[0].author).toBe('platform');
    expect(envelope.messages[0].text).toMatch(/\S/);
  });

  it('may be answered in the room, for all to see', async () => {
    await add({ userId: bob.userId });
    const { delivery_id: deliveryId } = await inbox.awaitEnvelope('member.joined');
    expect((await agent.reply(deliveryId, 'Welcome!')).status).toBe(202);
    const blocks = (await messagesOf(bob, conversation)).map((message) => message.blocks);
    expect(blocks).toContainEqual([{ type: 'text', text: 'Welcome!' }]);
  });

  it('comes once for each, and not again for who is there already', async () => {
    const cyd = await signUp(server);
    await add({ userId: bob.userId });
    await add({ userId: cyd.userId });
    await add({ userId: bob.userId });
    await inbox.awaitEnvelope('member.joined', () => inbox.envelopes('member.joined').length >= 2);
    await quiet(server);
    expect(inbox.envelopes('member.joined')).toHaveLength(2);
  });

  it('does not come for those who are there from the start, nor for who leaves', async () => {
    const group = await openConversation(ada, agent, [bob]);
    await bob.del(`/v1/conversations/${group}/members/${bob.userId}`);
    await quiet(server);
    expect(inbox.envelopes()).toEqual([]);
  });

  it('does not reach an agent that has left', async () => {
    await ada.del(`/v1/conversations/${conversation}/members/${agent.agentId}`);
    await add({ userId: bob.userId });
    await quiet(server);
    expect(inbox.envelopes('member.joined')).toEqual([]);
  });
});
