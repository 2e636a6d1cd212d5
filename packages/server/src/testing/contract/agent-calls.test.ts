import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { eventually } from './eventually.ts';
import type { Answer, Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody } from './shapes.ts';
import { prefer } from './speak.ts';

const server = useServer();
const text = (words: string) => ({ type: 'text', text: words });
let ada: Person;
let caller: Agent;
let called: Agent;
let third: Agent;
let conversation: string;
let calledConversation: string;

beforeAll(async () => {
  ada = await signUp(server);
  caller = await registerAgent(server, ada, { name: 'Caller' });
  called = await registerAgent(server, ada, { name: 'Called' });
  third = await registerAgent(server, ada, { name: 'Third' });
  await openConversation(ada, third);
  conversation = await openConversation(ada, caller);
  calledConversation = await openConversation(ada, called);
});

const callFrom = async (to: string, more: Json = {}, blocks: Json = 'please help'): Promise<Answer> =>
  caller.reply(await deliver(ada, conversation, 'ask'), blocks, { to_agent_id: to, ...more });
const refusedAs = (answer: Answer, status: number, code: string) => {
  expect(answer.status).toBe(status);
  expect(answer.body.error.code).toBe(code);
};

/**
 * Makes calls in a circle of three agents, so that no agent calls back its caller. Returns the holder of the last call
 * and the next agent.
 */
async function chain(hops: number): Promise<{ at: string; by: Agent; next: Agent }> {
  const circle = [caller, called, third];
  const place = (hop: number) => circle[hop % circle.length] as Agent;
  let at = await deliver(ada, conversation, 'start');
  for (let hop = 0; hop < hops; hop += 1) {
    const answer = await place(hop).reply(at, `hop ${hop}`, { to_agent_id: place(hop + 1).agentId });
    expect(answer.status).toBe(202);
    at = answer.body.agent_call.delivery_id;
  }
  return { at, by: place(hops), next: place(hops + 1) };
}

describe('§10 an agent that the person has blocked', () => {
  it('is not called: 403 with all of the reply, until the block is lifted', async () => {
    const blocked = await registerAgent(server, ada, { name: 'Blocked' });
    const blockedConversation = await openConversation(ada, blocked);
    await prefer(ada, blocked, { blocked: true });
    const before = await messagesOf(ada, conversation, '?limit=200');
    const deliveryId = await deliver(ada, conversation, 'ask');
    const answer = await caller.reply(deliveryId, 'please help', { to_agent_id: blocked.agentId });
    refusedAs(answer, 403, 'agent_blocked');
    expect(answer.body.error.path).toBe('/to_agent_id');
    expect(await messagesOf(ada, conversation, '?limit=200')).toHaveLength(before.length + 1);
    expect(await messagesOf(ada, blockedConversation)).toEqual([]);
    await prefer(ada, blocked, { blocked: false });
    expect((await caller.reply(deliveryId, 'please help now', { to_agent_id: blocked.agentId })).status).toBe(202);
  });

  it('is checked after all else: an agent that is not live, or shares no room, is that', async () => {
    const blocked = await registerAgent(server, ada, { name: 'Blocked' });
    await prefer(ada, blocked, { blocked: true });
    refusedAs(await callFrom(blocked.agentId), 409, 'agent_call_no_shared_room');
  });
});

describe('§5 calling another agent', () => {
  it('answers with the second delivery, and lands in the own room too', async () => {
    const answer = await callFrom(called.agentId);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      message_id: expect.stringMatching(idOf('msg')),
      partial: false,
      agent_call: { delivery_id: expect.stringMatching(idOf('dlv')) },
    });
    const [newest] = await messagesOf(ada, conversation, '?limit=1');
    expect(newest.messageId).toBe(answer.body.message_id);
  });

  it('delivers agent.call with the blocks verbatim, who called and how deep', async () => {
    const relay = await called.stream();
    const blocks = [text('one'), { type: 'list', title: 'two', items: ['three'] }];
    const { body } = await callFrom(called.agentId, {}, blocks);
    const delivery = await eventually(server, 'the call', () =>
      relay.deliveries().find(({ envelope }) => envelope.delivery_id === body.agent_call.delivery_id),
    );
    expect(delivery.genuine).toBe(true);
    expect(delivery.envelope).toMatchObject({
      version: '1',
      event: 'agent.call',
      conversation_id: calledConversation,
      agent_id: called.agentId,
      user: { id: ada.userId },
      task_id: null,
      agent_call: { from_agent_id: caller.agentId, blocks, depth: 1, in_answer_to: null },
    });
    expect(delivery.envelope).not.toHaveProperty('messages');
    relay.close();
  });

  it('writes a platform line into the called agent’s room that names both', async () => {
    await callFrom(called.agentId);
    const lines = (await messagesOf(ada, calledConversation)).filter((message) => message.author.type === 'platform');
    expect(lines.length).toBeGreaterThanOrEqual(1);
    const line = JSON.stringify(lines.at(-1));
    expect(line).toMatch(/Caller|@?a[0-9a-f]{12}/);
  });

  it('lets the called agent reply in its own room', async () => {
    const { body } = await callFrom(called.agentId);
    expect((await called.reply(body.agent_call.delivery_id, 'here I am')).status).toBe(202);
    const [newest] = await messagesOf(ada, calledConversation, '?limit=1');
    expect(newest).toMatchObject({ author: { id: called.agentId }, blocks: [text('here I am')] });
  });

  it('uses the called agent’s newest room with that person', async () => {
    const own = await registerAgent(server, ada);
    await openConversation(ada, own);
    await server.clock.advance(1000);
    const newest = await openConversation(ada, own);
    const relay = await own.stream();
    await callFrom(own.agentId);
    const [delivery] = await relay.awaitDeliveries(1);
    expect(delivery?.envelope.conversation_id).toBe(newest);
    relay.close();
  });
});

describe('§5 refused agent calls', () => {
  it('refuses a call to oneself', async () => {
    refusedAs(await callFrom(caller.agentId), 400, 'agent_call_self_target');
  });

  it('refuses a call in a partial reply, before anything else about it', async () => {
    refusedAs(await callFrom(called.agentId, { partial: true }), 400, 'partial_to_agent_id_not_allowed');
    refusedAs(await callFrom(caller.agentId, { partial: true }), 400, 'partial_to_agent_id_not_allowed');
  });

  it('refuses an agent that is unknown, paused or without a credential as not live', async () => {
    const [paused, bare] = [await registerAgent(server, ada), await registerAgent(server, ada)];
    await openConversation(ada, paused);
    await openConversation(ada, bare);
    await ada.post(`/v1/agents/${paused.agentId}/pause`);
    await ada.del(`/v1/agents/${bare.agentId}/credentials/${bare.credentialId}`);
    for (const to of [nobody('agt'), paused.agentId, bare.agentId])
      refusedAs(await callFrom(to), 409, 'agent_call_target_not_live');
  });

  it('refuses an agent that shares no room with the person', async () => {
    const lonely = await registerAgent(server, ada);
    refusedAs(await callFrom(lonely.agentId), 409, 'agent_call_no_shared_room');
    const bob = await signUp(server);
    const open = await registerAgent(server, ada, { access: 'public' });
    await openConversation(bob, open);
    refusedAs(await callFrom(open.agentId), 409, 'agent_call_no_shared_room');
  });

  it('checks the blocks before the call', async () => {
    refusedAs(await callFrom(caller.agentId, {}, [{ type: 'nonsense' }]), 400, 'block_invalid');
  });

  it('checks partial, self, origin, depth, live and shared room in this order', async () => {
    const inbox = await openInbox(caller);
    await ada.post(`/v1/conversations/${conversation}/schedules`, { cron: '* * * * *', text: 'tick' });
    await server.clock.advance(60_000);
    const { delivery_id: tick } = await inbox.awaitEnvelope('tick.scheduled');
    const from = (to: string, more: Json = {}) => caller.reply(tick, 'please', { to_agent_id: to, ...more });
    refusedAs(await from(caller.agentId, { partial: true }), 400, 'partial_to_agent_id_not_allowed');
    refusedAs(await from(caller.agentId), 400, 'agent_call_self_target');
    refusedAs(await from(nobody('agt')), 409, 'agent_call_no_human_origin');
    const far = await registerAgent(server, ada, { name: 'Far' });
    const { at, by } = await chain(8);
    const tooFar = (to: string) => by.reply(at, 'please', { to_agent_id: to });
    refusedAs(await tooFar(by.agentId), 400, 'agent_call_self_target');
    refusedAs(await tooFar(nobody('agt')), 409, 'agent_call_depth_exceeded');
    refusedAs(await tooFar(far.agentId), 409, 'agent_call_depth_exceeded');
    await ada.post(`/v1/agents/${far.agentId}/pause`);
    refusedAs(await callFrom(far.agentId), 409, 'agent_call_target_not_live');
    await ada.post(`/v1/agents/${far.agentId}/resume`);
    refusedAs(await callFrom(far.agentId), 409, 'agent_call_no_shared_room');
    inbox.close();
  });

  it('stores nothing where the call is refused', async () => {
    const own = await openConversation(ada, caller);
    const deliveryId = await deliver(ada, own, 'ask');
    await caller.reply(deliveryId, 'both or none', { to_agent_id: nobody('agt') });
    expect(await messagesOf(ada, own)).toHaveLength(1);
    expect((await caller.reply(deliveryId, 'alone')).status).toBe(202);
  });

  it('refuses a target that is no string', async () => {
    const answer = await callFrom(called.agentId, { to_agent_id: 7 });
    refusedAs(answer, 400, 'malformed_request');
    expect(answer.body.error.path).toBe('/to_agent_id');
  });
});

describe('§5 the depth of a chain', () => {
  it('reaches eight hops and not nine', async () => {
    const { at, by, next } = await chain(8);
    refusedAs(await by.reply(at, 'hop 9', { to_agent_id: next.agentId }), 409, 'agent_call_depth_exceeded');
    refusedAs(await by.reply(at, 'nobody', { to_agent_id: nobody('agt') }), 409, 'agent_call_depth_exceeded');
    refusedAs(await by.reply(at, 'self', { to_agent_id: by.agentId }), 400, 'agent_call_self_target');
    expect((await by.reply(at, 'the end')).status).toBe(202);
  });

  it('begins again with a human’s message', async () => {
    const relay = await called.stream();
    const { body } = await callFrom(called.agentId);
    const delivery = await eventually(server, 'the call', () =>
      relay.deliveries().find(({ envelope }) => envelope.delivery_id === body.agent_call.delivery_id),
    );
    expect(delivery.envelope.agent_call.depth).toBe(1);
    relay.close();
  });
});
