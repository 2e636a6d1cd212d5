import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { openInbox, type Inbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, deliveryOf, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { prefer } from './speak.ts';

const server = useServer();
const minuteMs = 60_000;
let ada: Person;
let bea: Person;
let caller: Agent;
let called: Agent;
let conversation: string;
let calledConversation: string;

beforeAll(async () => {
  [ada, bea] = await Promise.all([signUp(server), signUp(server)]);
  caller = await registerAgent(server, ada, { name: 'Gardener', access: 'public' });
  called = await registerAgent(server, ada, { name: 'Almanac', access: 'public' });
  conversation = await openConversation(ada, caller);
  calledConversation = await openConversation(ada, called);
});

interface Call {
  messageId: string;
  deliveryId: string;
  callId: string;
}

/** Sends a message of Ada's that the caller answers with a call. */
async function call(of = conversation, target = called): Promise<Call> {
  const { messageId, deliveries } = await say(ada, of, 'When do I sow beans?');
  const { deliveryId } = deliveries[0];
  return { messageId, deliveryId, callId: await callAgain(deliveryId, target) };
}
async function callAgain(deliveryId: string, target: Agent): Promise<string> {
  const answer = await caller.reply(deliveryId, `I ask ${target.name}.`, { to_agent_id: target.agentId });
  expect(answer.status).toBe(202);
  return answer.body.agent_call.delivery_id;
}
const answer = (callId: string, by = called, words = 'In May.') =>
  by.reply(callId, words, { to_agent_id: caller.agentId });
const read = async (messageId: string, by = ada, of = conversation): Promise<Json> =>
  (await by.get(`/v1/conversations/${of}/messages/${messageId}`)).body.item;
const stop = (messageId: string) => ada.post(`/v1/conversations/${conversation}/messages/${messageId}/stop`);

describe('§29 the answer to a call', () => {
  let inbox: Inbox;
  const arrived = (id: string) => inbox.awaitEnvelope('agent.call', ({ delivery_id }) => delivery_id === id);

  beforeAll(async () => {
    inbox = await openInbox(caller);
  });
  afterAll(() => inbox.close());

  it('goes to the room of the message that the caller was answering, names the call and adds no hop', async () => {
    await openConversation(ada, caller);
    const { callId } = await call();
    const { status, body } = await answer(callId);
    expect(status).toBe(202);
    const envelope = await arrived(body.agent_call.delivery_id);
    expect(envelope).toMatchObject({
      conversation_id: conversation,
      user: { id: ada.userId },
      agent_call: {
        from_agent_id: called.agentId,
        depth: 1,
        in_answer_to: callId,
        blocks: [{ type: 'text', text: 'In May.' }],
      },
    });
    const lines = (await messagesOf(ada, conversation, '?limit=200')).map((message) => message.body);
    expect(lines).toContain('“Almanac” answered “Gardener”.');
  });

  it('takes a reply of the caller, which stands in the room', async () => {
    const { callId } = await call();
    const { delivery_id: answerId } = (await answer(callId)).body.agent_call;
    const reply = await caller.reply(answerId, 'Sow them in May.');
    expect(reply.status).toBe(202);
    const [newest] = await messagesOf(ada, conversation, '?limit=1');
    expect(newest).toMatchObject({ messageId: reply.body.message_id, replyToDeliveryId: answerId });
  });

  it('needs no shared room: the person left that of the caller', async () => {
    const room = await openConversation(bea, caller, [ada]);
    const { callId } = await call(room);
    await ada.del(`/v1/conversations/${room}/members/${ada.userId}`);
    expect((await answer(callId)).status).toBe(202);
  });

  it('is no call: a reply to it that names its sender is a new one, with a hop', async () => {
    const { callId } = await call();
    const { delivery_id: answerId } = (await answer(callId)).body.agent_call;
    const again = await caller.reply(answerId, 'And peas?', { to_agent_id: called.agentId });
    expect(again.status).toBe(202);
    const calledInbox = await openInbox(called);
    const id = again.body.agent_call.delivery_id;
    const envelope = await calledInbox.awaitEnvelope('agent.call', ({ delivery_id }) => delivery_id === id);
    expect(envelope).toMatchObject({ conversation_id: calledConversation });
    expect(envelope.agent_call).toMatchObject({ depth: 2, in_answer_to: null });
    calledInbox.close();
  });

  it('adds no hop where no more calls are left', async () => {
    let at = (await call()).callId;
    for (let depth = 1; depth < 8; depth += 1) {
      const back = (await answer(at)).body.agent_call.delivery_id;
      at = await callAgain(back, called);
    }
    const last = (await answer(at)).body.agent_call.delivery_id;
    expect((await arrived(last)).agent_call.depth).toBe(8);
    const refused = await caller.reply(last, 'once more', { to_agent_id: called.agentId });
    expectRefusal(refused, 409, 'agent_call_depth_exceeded', '/to_agent_id');
  });

  it('is refused while its caller is not live, blocked, or has left the room', async () => {
    const other = await registerAgent(server, bea, { name: 'Other', access: 'public' });
    const room = await openConversation(ada, other);
    const deliveryId = await deliver(ada, room, 'ask');
    const { body } = await other.reply(deliveryId, 'help', { to_agent_id: called.agentId });
    const callId = body.agent_call.delivery_id;
    const back = () => called.reply(callId, 'here', { to_agent_id: other.agentId });
    await bea.post(`/v1/agents/${other.agentId}/pause`);
    expectRefusal(await back(), 409, 'agent_call_target_not_live', '/to_agent_id');
    await bea.post(`/v1/agents/${other.agentId}/resume`);
    await prefer(ada, other, { blocked: true });
    expectRefusal(await back(), 403, 'agent_blocked', '/to_agent_id');
    await prefer(ada, other, { blocked: false });
    await ada.del(`/v1/conversations/${room}/members/${other.agentId}`);
    await ada.post(`/v1/conversations/${room}/members`, { agentId: other.agentId });
    expectRefusal(await back(), 409, 'agent_call_no_shared_room', '/to_agent_id');
  });

  it('is a call to anybody else', async () => {
    const third = await registerAgent(server, ada, { name: 'Third' });
    await openConversation(ada, third);
    const { callId } = await call();
    const { body } = await called.reply(callId, 'I ask', { to_agent_id: third.agentId });
    const thirdInbox = await openInbox(third);
    const envelope = await thirdInbox.awaitEnvelope('agent.call');
    expect(envelope.delivery_id).toBe(body.agent_call.delivery_id);
    expect(envelope.agent_call).toMatchObject({ from_agent_id: called.agentId, depth: 2, in_answer_to: null });
    thirdInbox.close();
  });
});

describe('§29 a call does not end the turn', () => {
  it('names who is asked until the answer', async () => {
    const { messageId, callId } = await call();
    expect((await read(messageId)).asking).toEqual([{ agentId: called.agentId, name: 'Almanac' }]);
    await answer(callId);
    expect((await read(messageId)).asking).toEqual([]);
  });

  it('names all who are asked side by side', async () => {
    const second = await registerAgent(server, ada, { name: 'Weather' });
    await openConversation(ada, second);
    const { messageId, deliveryId, callId } = await call();
    await callAgain(deliveryId, second);
    const names = async () => (await read(messageId)).asking.map(({ name }: Json) => name);
    expect(await names()).toEqual(['Almanac', 'Weather']);
    await answer(callId);
    expect(await names()).toEqual(['Weather']);
  });

  it('is told on the messages of both agents, with when it was made and answered', async () => {
    const second = await registerAgent(server, ada, { name: 'Weather' });
    await openConversation(ada, second);
    const { deliveryId, callId } = await call();
    await callAgain(deliveryId, second);
    const [asked, silent] = await messagesOf(ada, conversation, '?limit=2');
    const answered = (await answer(callId)).body;
    const from = { agentId: caller.agentId, name: 'Gardener' };
    const lines = await messagesOf(ada, conversation, '?limit=10');
    const line = lines.findLast(({ body }: Json) => body === '“Almanac” answered “Gardener”.');
    const almanacs = await messagesOf(ada, calledConversation, '?limit=10');
    const itsLine = almanacs.findLast(({ body }: Json) => body === '“Gardener” called “Almanac”.');
    const agentCall = {
      from,
      to: { agentId: called.agentId, name: 'Almanac' },
      calledAt: itsLine.createdAt,
      answeredAt: line.createdAt,
      state: 'answered',
    };
    expect((await read(asked.messageId)).agentCall).toEqual(agentCall);
    expect((await read(answered.message_id, ada, calledConversation)).agentCall).toEqual(agentCall);
    const unanswered = async () => (await read(silent.messageId)).agentCall;
    const to = { agentId: second.agentId, name: 'Weather' };
    expect(await unanswered()).toMatchObject({ from, to, answeredAt: null, state: 'pending' });
    const final = await caller.reply(deliveryId, 'In May, I think.');
    expect(await unanswered()).toMatchObject({ answeredAt: null, state: 'ended' });
    expect(await read(final.body.message_id)).not.toHaveProperty('agentCall');
  });

  it('names nobody after a later final reply of the caller', async () => {
    const first = await call();
    await caller.reply(first.deliveryId, 'In May, I think.');
    expect((await read(first.messageId)).asking).toEqual([]);
    expect((await answer(first.callId)).status).toBe(202);
  });

  it('names nobody after ten minutes', async () => {
    const { messageId } = await call();
    await server.clock.advance(10 * minuteMs - 1000);
    expect((await read(messageId)).asking).toHaveLength(1);
    await server.clock.advance(2000);
    expect((await read(messageId)).asking).toEqual([]);
    expectRefusal(await stop(messageId), 409, 'nothing_to_stop');
  });

  it('can be stopped: the answer still arrives, and takes no replies', async () => {
    const { messageId, deliveryId, callId } = await call();
    const stopped = await stop(messageId);
    expect(stopped.status).toBe(202);
    expect(stopped.body.item).toMatchObject({ stopped: true, asking: [] });
    const { status, body } = await answer(callId);
    expect(status).toBe(202);
    const answerId = body.agent_call.delivery_id;
    const inbox = await openInbox(caller);
    await inbox.awaitEnvelope('agent.call', ({ delivery_id }) => delivery_id === answerId);
    inbox.close();
    expect(await deliveryOf(caller, answerId)).toMatchObject({ event: 'agent.call' });
    expectRefusal(await caller.reply(answerId, 'In May.'), 409, 'reply_stopped');
    expectRefusal(await caller.reply(deliveryId, 'In May.'), 409, 'reply_stopped');
  });

  it('takes no replies to an answer that came before the stop either', async () => {
    const second = await registerAgent(server, ada, { name: 'Weather' });
    await openConversation(ada, second);
    const { messageId, deliveryId, callId } = await call();
    await callAgain(deliveryId, second);
    const { delivery_id: answerId } = (await answer(callId)).body.agent_call;
    expect((await stop(messageId)).status).toBe(202);
    expectRefusal(await caller.reply(answerId, 'In May.'), 409, 'reply_stopped');
  });
});
