import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { openSignals } from './browser.ts';
import { openDesk } from './desk.ts';
import { eventually, quiet } from './eventually.ts';
import type { Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { awaitDelivery, deliveryOf, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';
import { giveTask } from './task.ts';
import { startWebhook } from './webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
let ada: Person;
let ben: Person;

beforeAll(async () => {
  [ada, ben] = await Promise.all([signUp(server), signUp(server)]);
});

interface Asked {
  agent: Agent;
  conversation: string;
  messageId: string;
  deliveryId: string;
}

async function ask(agent: Agent, conversation: string): Promise<Asked> {
  const { messageId, deliveries } = await say(ada, conversation, 'A long story, please.');
  return { agent, conversation, messageId, deliveryId: deliveries[0].deliveryId };
}

async function asked(change: Json = {}): Promise<Asked> {
  const agent = await registerAgent(server, ada, { access: 'public', ...change });
  return ask(agent, await openConversation(ada, agent, [ben]));
}

const pathOf = ({ conversation, messageId }: Pick<Asked, 'conversation' | 'messageId'>) =>
  `/v1/conversations/${conversation}/messages/${messageId}`;
const stop = (at: Pick<Asked, 'conversation' | 'messageId'>, headers = {}, by = ada) =>
  by.post(`${pathOf(at)}/stop`, undefined, headers);
const partial = { partial: true };
const text = { type: 'text', text: 'Once upon a time' };
const intent = { type: 'intent', text: 'Looking for a dragon' };
const failed = { status: 'failed', nextAttemptAt: null };
const outcomes = async ({ agent, deliveryId }: Asked) =>
  (await deliveryOf(agent, deliveryId)).attempts.map(({ outcome }: Json) => outcome);

describe('§11 stopping the answer to a message', () => {
  it('is 202 with the message, and again 202 with the same one', async () => {
    const at = await asked();
    await awaitDelivery(server, at.agent, at.deliveryId, { status: 'failed', attempts: 1 });
    const first = await stop(at);
    expect(first.status).toBe(202);
    expect(first.body).toEqual({ item: (await ada.get(pathOf(at))).body.item });
    expect(first.body.item).toMatchObject({ messageId: at.messageId, stopped: true, deliveries: [failed] });
    const again = await stop(at);
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect((await ben.get(pathOf(at))).body.item).not.toHaveProperty('stopped');
  });

  it('is for the sender of the message alone', async () => {
    const at = await asked();
    expectRefusal(await stop(at, {}, ben), 403, 'not_allowed');
    const { body } = await at.agent.reply(at.deliveryId, [text], partial);
    expectRefusal(await stop({ ...at, messageId: body.message_id }), 403, 'not_allowed');
    expectRefusal(await stop({ ...at, messageId: nobody('msg') }), 404, 'message_not_found');
    expectRefusal(await stop(at, {}, await signUp(server)), 404, 'conversation_not_found');
    expectRefusal(await stop({ ...at, conversation: nobody('cnv') }), 404, 'conversation_not_found');
    expect((await at.agent.reply(at.deliveryId, [text])).status).toBe(202);
  });

  it('is 409 nothing_to_stop once there is a final reply, but not while a draft is open', async () => {
    const at = await asked();
    await at.agent.reply(at.deliveryId, [text]);
    expectRefusal(await stop(at), 409, 'nothing_to_stop');
    await at.agent.reply(at.deliveryId, [text], partial);
    expect((await stop(at)).status).toBe(202);
    expectRefusal(await at.agent.reply(at.deliveryId, 'More.'), 409, 'reply_stopped');
  });

  it('is 409 nothing_to_stop where no agent was asked, and for a task, which is cancelled instead', async () => {
    const conversation = await openConversation(ada, null, [ben]);
    const { messageId } = await say(ada, conversation, 'Hello.');
    expectRefusal(await stop({ conversation, messageId }), 409, 'nothing_to_stop');

    const at = await asked();
    const { item, deliveries } = await giveTask(ada, at.conversation);
    const task = (await messagesOf(ada, at.conversation)).find(({ blocks }) => blocks[0]?.type === 'task_update');
    expectRefusal(await stop({ conversation: at.conversation, messageId: task?.messageId }), 409, 'nothing_to_stop');
    expect((await at.agent.reply(deliveries[0].deliveryId, 'On it.')).status).toBe(202);
    expect((await ada.post(`/v1/tasks/${item.taskId}/cancel`)).status).toBe(200);
  });

  it('§1 minds no Idempotency-Key, as it is none of the calls that take one', async () => {
    const at = await asked();
    const first = await stop(at, { 'idempotency-key': 'stop' });
    const again = await stop(at, { 'idempotency-key': 'stop' });
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    expect((await stop(at, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(202);
  });
});

describe('§11 a delivery that is stopped', () => {
  it('is withdrawn where it was not dispatched, and no stream and no replay brings it back', async () => {
    const at = await asked();
    await awaitDelivery(server, at.agent, at.deliveryId, { status: 'failed', attempts: 1 });
    await stop(at);
    expect((await outcomes(at)).at(-1)).toBe('withdrawn');
    const inbox = await openInbox(at.agent);
    const next = await ask(at.agent, at.conversation);
    await inbox.awaitEnvelope('message.created', ({ delivery_id }) => delivery_id === next.deliveryId);
    expect(inbox.envelopes()).toHaveLength(1);
    const replay = await ada.post(`/v1/agents/${at.agent.agentId}/deliveries/${at.deliveryId}/replay`);
    expectRefusal(replay, 409, 'delivery_withdrawn');
    inbox.close();
  });

  it('is withdrawn while its agent is paused, and stays so when it is resumed', async () => {
    const agent = await registerAgent(server, ada);
    const at = await ask(agent, await openConversation(ada, agent));
    await ada.post(`/v1/agents/${agent.agentId}/pause`);
    expect((await stop(at)).body.item.deliveries).toMatchObject([failed]);
    await ada.post(`/v1/agents/${agent.agentId}/resume`);
    const inbox = await openInbox(agent);
    await quiet(server);
    expect(inbox.envelopes()).toEqual([]);
    inbox.close();
  });

  it('is not attempted again where it was dispatched and failed: its outcome stays', async () => {
    const hook = await startWebhook(server);
    hook.answer(503);
    const at = await asked({ transport: 'webhook', webhook_url: hook.url });
    await awaitDelivery(server, at.agent, at.deliveryId, { status: 'failed', attempts: 1 });
    const { item } = (await stop(at)).body;
    expect(item.deliveries).toMatchObject([{ ...failed, attemptCount: 1, dispatchedAt: expect.any(String) }]);
    hook.answer(200);
    await server.clock.advance(2 * 60_000);
    await quiet(server);
    expect(hook.requests).toHaveLength(1);
    expect(await outcomes(at)).toEqual(['http_error']);
    const replay = await ada.post(`/v1/agents/${at.agent.agentId}/deliveries/${at.deliveryId}/replay`);
    expectRefusal(replay, 409, 'delivery_withdrawn');
  });

  it('is not attempted again where an attempt is under way, whatever comes of that', async () => {
    const hook = await startWebhook(server);
    let answer = () => undefined as void;
    hook.answer(() => new Promise((resolve) => (answer = () => resolve({ status: 503 }))));
    const at = await asked({ transport: 'webhook', webhook_url: hook.url });
    await hook.awaitRequests(1);
    const { item } = (await stop(at)).body;
    expect(item.deliveries).toMatchObject([{ ...failed, dispatchedAt: expect.any(String) }]);
    answer();
    await server.clock.advance(2 * 60_000);
    await quiet(server);
    expect(hook.requests).toHaveLength(1);
    expect((await stop(at)).body.item).toEqual(item);
  });

  it('is not sent again by a stream that breaks before it was acknowledged', async () => {
    const agent = await registerAgent(server, ada);
    const relay = await agent.stream();
    await relay.awaitEvent('ready');
    const at = await ask(agent, await openConversation(ada, agent));
    await eventually(server, 'the delivery', () => relay.deliveries().length === 1);
    await stop(at);
    relay.close();
    const inbox = await openInbox(agent);
    await quiet(server);
    expect(inbox.envelopes()).toEqual([]);
    expect((await agent.ack(at.deliveryId)).body).toEqual({ matched: false });
    expect(await deliveryOf(agent, at.deliveryId)).toMatchObject(failed);
    inbox.close();
  });

  it('stays delivered where it was, and is not replayed', async () => {
    const agent = await registerAgent(server, ada);
    const inbox = await openInbox(agent);
    const at = await ask(agent, await openConversation(ada, agent));
    await inbox.awaitEnvelope('message.created');
    await inbox.take();
    await awaitDelivery(server, agent, at.deliveryId, { status: 'delivered' });
    expect((await stop(at)).body.item.deliveries).toMatchObject([{ status: 'delivered' }]);
    const replay = await ada.post(`/v1/agents/${agent.agentId}/deliveries/${at.deliveryId}/replay`);
    expectRefusal(replay, 409, 'delivery_withdrawn');
    inbox.close();
  });

  it('leaves the other messages of the room alone', async () => {
    const at = await asked();
    const other = await ask(at.agent, at.conversation);
    await stop(at);
    const inbox = await openInbox(at.agent);
    await inbox.awaitEnvelope('message.created', ({ delivery_id }) => delivery_id === other.deliveryId);
    expect((await at.agent.reply(other.deliveryId, 'Here.')).status).toBe(202);
    inbox.close();
  });
});

describe('§11 what an agent says to a stopped delivery', () => {
  const invocation = ({ deliveryId }: Asked) => ({
    version: '1',
    in_reply_to_delivery_id: deliveryId,
    requested_scope: 'clock.read',
    tool: 'clock.now',
    arguments: {},
  });

  it('is 409 reply_stopped: replies, partial ones, invocations, calls of agents and failure reports', async () => {
    const at = await asked();
    await stop(at);
    const other = await registerAgent(server, ada);
    await openConversation(ada, other);
    const said = [
      await at.agent.reply(at.deliveryId, 'So.'),
      await at.agent.reply(at.deliveryId, 'So', partial),
      await at.agent.reply(at.deliveryId, 'You tell.', { to_agent_id: other.agentId }),
      await at.agent.send('/hooks/v1/tools/invoke', invocation(at), { key: 'after' }),
      await at.agent.send(`/hooks/v1/deliveries/${at.deliveryId}/failure`, { version: '1', reason: 'No.' }),
    ];
    for (const answer of said) expectRefusal(answer, 409, 'reply_stopped');
    expect(await messagesOf(ada, at.conversation)).toHaveLength(1);
  });

  it('is answered as the first time where it comes again under its Idempotency-Key', async () => {
    const requested_scopes = [{ scope: 'clock.read', reason: 'To know the time.' }];
    const at = await asked({ requested_scopes });
    await ada.put(`/v1/agents/${at.agent.agentId}/membership/grants`, { scopes: ['clock.read'] });
    const replied = await at.agent.reply(at.deliveryId, 'So', partial, { key: 'reply' });
    const invoked = await at.agent.send('/hooks/v1/tools/invoke', invocation(at), { key: 'invoke' });
    expect([replied.status, invoked.status]).toEqual([202, 200]);
    await stop(at);
    const later = { unix: at.agent.unix() + 1 };
    const again = await at.agent.reply(at.deliveryId, 'So', partial, { key: 'reply', ...later });
    expect([again.status, again.text]).toEqual([202, replied.text]);
    const twice = await at.agent.send('/hooks/v1/tools/invoke', invocation(at), { key: 'invoke', ...later });
    expect([twice.status, twice.text]).toEqual([200, invoked.text]);
    expect((await messagesOf(ada, at.conversation)).filter((message) => message.partial)).toEqual([]);
  });

  it('is not_found before it is stopped: strangers learn nothing', async () => {
    const at = await asked();
    await stop(at);
    const stranger = await registerAgent(server, ben);
    expectRefusal(await stranger.reply(at.deliveryId, 'So.'), 404, 'delivery_not_found');
  });
});

describe('§10 §11 a draft that is stopped', () => {
  it('becomes final at once without what it intended, and its readers are told', async () => {
    const at = await asked();
    const { body } = await at.agent.reply(at.deliveryId, [text, intent], partial);
    const signals = await openSignals(server, ben);
    await stop(at);
    const last = (await messagesOf(ben, at.conversation)).at(-1);
    expect(last).toMatchObject({ messageId: body.message_id, seq: 2, partial: false, blocks: [text] });
    await signals.awaitSignal('messageAppended', { conversationId: at.conversation, messageId: body.message_id });
    signals.close();
  });

  it('is dropped where nothing but intent is left', async () => {
    const at = await asked();
    const { body } = await at.agent.reply(at.deliveryId, [intent], partial);
    const signals = await openSignals(server, ben);
    await stop(at);
    expect(await messagesOf(ben, at.conversation)).toHaveLength(1);
    expect((await ben.get(pathOf({ ...at, messageId: body.message_id }))).status).toBe(404);
    await signals.awaitSignal('conversationUpdated', { conversationId: at.conversation });
    signals.close();
  });

  it('tells the other screens of the sender how the message fares', async () => {
    const at = await asked();
    const signals = await openSignals(server, ada);
    await at.agent.reply(at.deliveryId, [text], partial);
    await stop(at);
    await signals.awaitSignal('deliveryUpdated', { conversationId: at.conversation, messageId: at.messageId });
    signals.close();
  });
});

describe('§10 §11 an answer that goes on behind a tool', () => {
  /** A message whose agent has answered "One moment." and streams the rest in answer to a tool's result. */
  async function streaming() {
    const desk = await openDesk(server, ['clock.read', 'coin.charge']);
    const { person, agent, conversation, deliveryId } = desk;
    await agent.reply(deliveryId, 'One moment.');
    const invoked = await desk.invoke('clock.now');
    const fits = (envelope: Json) => envelope.tool_result.invocation_id === invoked.body.invocation_id;
    const { delivery_id: resultId } = await desk.inbox.awaitEnvelope('tool.result', fits);
    const [{ messageId }] = (await messagesOf(person, conversation)) as [Json];
    return { desk, messageId, conversation, resultId: resultId as string };
  }

  it('is stopped with its message: the draft becomes final, and what comes after is 409 reply_stopped', async () => {
    const { desk, messageId, conversation, resultId } = await streaming();
    expectRefusal(await stop({ conversation, messageId }, {}, desk.person), 409, 'nothing_to_stop');
    const draft = await desk.agent.reply(resultId, [text, intent], partial);
    expect((await stop({ conversation, messageId }, {}, desk.person)).body.item).toMatchObject({ stopped: true });
    const last = (await messagesOf(desk.person, conversation)).at(-1);
    expect(last).toMatchObject({ messageId: draft.body.message_id, partial: false, blocks: [text] });
    expectRefusal(await desk.agent.reply(resultId, [text, text], partial), 409, 'reply_stopped');
    expectRefusal(await desk.agent.reply(resultId, 'Done.'), 409, 'reply_stopped');
  });

  it('is stopped behind the second of two tools, with the approval that it asked for there', async () => {
    const { desk, messageId, conversation, resultId } = await streaming();
    const second = await desk.invoke('clock.now', {}, { body: { in_reply_to_delivery_id: resultId } });
    const fits = (envelope: Json) => envelope.tool_result.invocation_id === second.body.invocation_id;
    const { delivery_id: secondId } = await desk.inbox.awaitEnvelope('tool.result', fits);
    const asked = await desk.invoke(
      'coin.charge',
      { amount: 1, reason: 'tea' },
      { body: { in_reply_to_delivery_id: secondId } },
    );
    await desk.agent.reply(secondId, [text], partial);
    expect((await stop({ conversation, messageId }, {}, desk.person)).status).toBe(202);
    expect((await messagesOf(desk.person, conversation)).filter((message) => message.partial)).toEqual([]);
    const { body } = await desk.person.get(`/v1/approvals/${asked.body.approval_id}`);
    expect(body.item).toMatchObject({ state: 'denied', stopped: true });
  });

  it('takes no replies to a result that comes after the stop', async () => {
    const desk = await openDesk(server, ['coin.charge']);
    const { invocationId } = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
    const [{ messageId }] = (await messagesOf(desk.person, desk.conversation)) as [Json];
    await stop({ conversation: desk.conversation, messageId }, {}, desk.person);
    const fits = (envelope: Json) => envelope.tool_result.invocation_id === invocationId;
    const { delivery_id: resultId } = await desk.inbox.awaitEnvelope('tool.result', fits);
    expectRefusal(await desk.agent.reply(resultId, 'So no tea.'), 409, 'reply_stopped');
    const state = await desk.agent.send(`/hooks/v1/deliveries/${resultId}`);
    expect(state.body).toMatchObject({ stopped: true, replies_left: 0 });
  });

  it('is stopped where it answers another agent’s answer', async () => {
    const at = await asked();
    const called = await registerAgent(server, ada, { access: 'public' });
    const [inbox, calledInbox] = await Promise.all([openInbox(at.agent), openInbox(called)]);
    await openConversation(ada, called);
    const call = await at.agent.reply(at.deliveryId, 'You tell.', { to_agent_id: called.agentId });
    const { delivery_id: callId } = call.body.agent_call;
    await calledInbox.awaitEnvelope('agent.call', ({ delivery_id }) => delivery_id === callId);
    await called.reply(callId, 'Once …', { to_agent_id: at.agent.agentId });
    const { delivery_id: answerId } = await inbox.awaitEnvelope('agent.call');
    await at.agent.reply(answerId, [text], partial);
    expect((await stop(at)).status).toBe(202);
    expect((await messagesOf(ada, at.conversation)).at(-1)).toMatchObject({ partial: false, blocks: [text] });
    expectRefusal(await at.agent.reply(answerId, 'More.'), 409, 'reply_stopped');
    for (const each of [inbox, calledInbox]) each.close();
  });
});

describe('§11 what hangs on a stopped message', () => {
  it('is denied where it waits for an approval: the room reads it, and the agent gets its result', async () => {
    const desk = await openDesk(server, ['coin.charge']);
    const [one, two] = [
      await desk.ask('coin.charge', { amount: 1, reason: 'tea' }),
      await desk.ask('coin.charge', { amount: 2, reason: 'cake' }),
    ];
    const signals = await openSignals(server, desk.person);
    const [{ messageId }] = (await messagesOf(desk.person, desk.conversation)) as [Json];
    expect((await stop({ conversation: desk.conversation, messageId }, {}, desk.person)).status).toBe(202);
    for (const { approvalId, invocationId } of [one, two]) {
      const { body } = await desk.person.get(`/v1/approvals/${approvalId}`);
      expect(body.item).toMatchObject({ state: 'denied', resolvedAt: expect.any(String) });
      await signals.awaitSignal('approvalResolved', { approvalId });
      expectRefusal(await desk.resolve(approvalId, 'approved'), 409, 'approval_conflict');
      expect(await desk.result(invocationId)).toMatchObject({
        outcome: 'denied',
        content: { code: 'denied_by_person' },
      });
      const told = await desk.inbox.awaitEnvelope('approval.resolved', ({ approval }) => approval.id === approvalId);
      expect(told.approval).toMatchObject({ state: 'denied' });
    }
    const lines = (await messagesOf(desk.person, desk.conversation)).map(({ body }) => body);
    expect(lines.filter((line) => line?.startsWith('“Bea Example” denied:'))).toHaveLength(2);
    expect(await desk.balance()).toBe(100);
    signals.close();
  });

  it('is left alone where an approval was asked for with another delivery, or was decided', async () => {
    const desk = await openDesk(server, ['coin.charge']);
    const { approvalId } = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
    await desk.resolve(approvalId, 'approved');
    const { messageId, deliveries } = await say(desk.person, desk.conversation, 'And another.');
    const body = { in_reply_to_delivery_id: deliveries[0].deliveryId };
    const other = await desk.invoke('coin.charge', { amount: 2, reason: 'cake' }, { body });
    const [first] = (await messagesOf(desk.person, desk.conversation)) as [Json];
    await stop({ conversation: desk.conversation, messageId: first.messageId }, {}, desk.person);
    const stateOf = async (id: string) => (await desk.person.get(`/v1/approvals/${id}`)).body.item.state;
    expect(await stateOf(approvalId)).toBe('approved');
    expect(await stateOf(other.body.approval_id)).toBe('pending');
    await stop({ conversation: desk.conversation, messageId }, {}, desk.person);
    expect(await stateOf(other.body.approval_id)).toBe('denied');
  });

  it('goes on where another agent was called already', async () => {
    const at = await asked();
    const called = await registerAgent(server, ada, { access: 'public' });
    const inbox = await openInbox(called);
    const conversation = await openConversation(ada, called);
    const call = await at.agent.reply(at.deliveryId, 'You tell.', { to_agent_id: called.agentId });
    await at.agent.reply(at.deliveryId, [text], partial);
    expect((await stop(at)).status).toBe(202);
    const { delivery_id: deliveryId } = call.body.agent_call;
    await inbox.awaitEnvelope('agent.call', ({ delivery_id }) => delivery_id === deliveryId);
    expect((await called.reply(deliveryId, 'Once …')).status).toBe(202);
    expect((await messagesOf(ada, conversation)).at(-1)).toMatchObject({ replyToDeliveryId: deliveryId });
    inbox.close();
  });
});
