import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { openSignals } from './browser.ts';
import { quiet } from './eventually.ts';
import { png, uploaded } from './files.ts';
import type { Answer, Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { awaitDelivery, deliver, deliveryOf, listed, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';
import { giveTask } from './task.ts';
import { startWebhook } from './webhook.ts';

const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
let ada: Person;
let ben: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  [ada, ben] = await Promise.all([signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada, { access: 'public' });
  conversation = await openConversation(ada, agent, [ben]);
});

const pathOf = (messageId: string, of = conversation) => `/v1/conversations/${of}/messages/${messageId}`;
const del = (person: Person, messageId: string, of = conversation): Promise<Answer> =>
  person.del(pathOf(messageId, of));
const read = async (person: Person, messageId: string, of = conversation): Promise<Json> =>
  (await person.get(pathOf(messageId, of))).body.item;
const replay = (of: Agent, deliveryId: string) =>
  of.owner.post(`/v1/agents/${of.agentId}/deliveries/${deliveryId}/replay`);
const tombstone = { deleted: true, body: null, blocks: [], choice: null, notify: false };

describe('§25 deleting a message', () => {
  it('is 204, again 204, and leaves a tombstone in its place', async () => {
    const { messageId, seq, createdAt } = await say(ben, conversation, 'never mind');
    expect((await del(ben, messageId)).status).toBe(204);
    expect((await del(ben, messageId)).status).toBe(204);
    for (const person of [ada, ben]) {
      const item = await read(person, messageId);
      expect(item).toMatchObject({ ...tombstone, seq, createdAt, author: { type: 'user', id: ben.userId } });
      const [inList] = (await messagesOf(person, conversation, '?limit=200')).filter((one) => one.seq === seq);
      expect(inList).toEqual(item);
    }
  });

  it('is for its author, and for the creator of the room', async () => {
    const mine = await say(ada, conversation, 'mine');
    expectRefusal(await del(ben, mine.messageId), 403, 'not_allowed');
    const bens = await say(ben, conversation, 'mine');
    const { body } = await agent.reply(await deliver(ben, conversation, 'hi'), 'hello');
    expectRefusal(await del(ben, body.message_id), 403, 'not_allowed');
    for (const id of [bens.messageId, body.message_id, mine.messageId]) expect((await del(ada, id)).status).toBe(204);
    expect(await read(ben, body.message_id)).toMatchObject({ ...tombstone, author: { id: agent.agentId } });
    expectRefusal(await del(ben, body.message_id), 403, 'not_allowed');
  });

  it('is not for messages of tasks', async () => {
    await giveTask(ada, conversation);
    const task = (await messagesOf(ada, conversation)).at(-1)!;
    expectRefusal(await del(ada, task.messageId), 403, 'not_allowed');
    expect((await read(ada, task.messageId)).deleted).toBe(false);
  });

  it('is also for a reply that shows how a task stands', async () => {
    const shown = { type: 'task_update', task_id: nobody('tsk'), status: 'completed' };
    const { body } = await agent.reply(await deliver(ada, conversation, 'how is it?'), [shown]);
    expect((await del(ada, body.message_id)).status).toBe(204);
  });

  it('is of a message that is there', async () => {
    const draft = await agent.reply(await deliver(ada, conversation, 'hi'), 'half', { partial: true });
    for (const id of [draft.body.message_id, nobody('msg'), 'nonsense']) {
      expectRefusal(await del(ada, id), 404, 'message_not_found');
    }
    const { messageId } = await say(ada, conversation, 'hidden');
    expectRefusal(await del(await signUp(server), messageId), 404, 'conversation_not_found');
  });

  it('keeps its answer, and lets an answer come', async () => {
    const { messageId, deliveries } = await say(ada, conversation, 'what is it?');
    const first = await agent.reply(deliveries[0].deliveryId, 'this');
    await del(ada, messageId);
    const second = await agent.reply(deliveries[0].deliveryId, 'and that');
    expect(second.status).toBe(202);
    for (const { body } of [first, second]) expect((await read(ada, body.message_id)).deleted).toBe(false);
  });

  it('of a choice keeps what was chosen', async () => {
    const buttons = { type: 'buttons', buttons: [{ label: 'Yes', payload: 'yes' }] };
    const offer = await agent.reply(await deliver(ada, conversation, 'hi'), [buttons]);
    const choice = { messageId: offer.body.message_id, block: 0, payload: 'yes' };
    const chosen = await ada.post(`/v1/conversations/${conversation}/messages`, { text: 'yes', choice });
    expect((await del(ada, chosen.body.messageId)).status).toBe(204);
    expect(await read(ada, chosen.body.messageId)).toMatchObject(tombstone);
    expect((await read(ada, offer.body.message_id)).choiceStates).toEqual({ 0: { label: 'Yes' } });
    expect((await del(ada, offer.body.message_id)).status).toBe(204);
    expect(await read(ada, offer.body.message_id)).toMatchObject({ ...tombstone, choiceStates: {} });
  });

  it('is forgotten by search, previews and lists', async () => {
    const room = await openConversation(ada, agent, [ben]);
    const { messageId } = await say(ada, room, 'a secret zebra');
    await ada.patch(pathOf(messageId, room), { text: 'a secret okapi' });
    await del(ada, messageId, room);
    for (const word of ['zebra', 'okapi', 'secret']) {
      const { body } = await ben.get(`/v1/search/messages?q=${word}&conversationId=${room}`);
      expect(body.items).toEqual([]);
    }
    expect((await listed(ben, room)).lastMessage.preview).toBe('');
    expect(JSON.stringify(await messagesOf(ben, room))).not.toContain('secret');
  });

  it('signals deliveryUpdated to everyone, and conversationUpdated where the preview changed', async () => {
    const room = await openConversation(ada, agent, [ben]);
    const { messageId } = await say(ada, room, 'first');
    const last = await say(ada, room, 'last');
    await quiet(server);
    const [own, other] = [await openSignals(server, ada), await openSignals(server, ben)];
    await del(ada, messageId, room);
    await del(ada, last.messageId, room);
    await del(ada, last.messageId, room);
    await say(ada, room, 'later');
    for (const signals of [own, other]) {
      await signals.awaitSignal('messageAppended', { conversationId: room });
      const types = signals.frames.map(({ event }) => event);
      expect(types.slice(0, 5)).toEqual([
        'streamReady',
        ...['deliveryUpdated', 'deliveryUpdated', 'conversationUpdated', 'messageAppended'],
      ]);
      signals.close();
    }
  });
});

describe('§25 the deliveries of a deleted message', () => {
  it('are withdrawn where they were not sent', async () => {
    const other = await registerAgent(server, ada);
    const room = await openConversation(ada, other);
    const { messageId, deliveries } = await say(ada, room, 'unsent');
    const { deliveryId } = deliveries[0];
    await awaitDelivery(server, other, deliveryId, { status: 'failed', attempts: 1 });
    await del(ada, messageId, room);
    expect(await deliveryOf(other, deliveryId)).toMatchObject({ status: 'failed', nextAttemptAt: null });
    const inbox = await openInbox(other);
    await say(ada, room, 'next');
    const envelope = await inbox.awaitEnvelope('message.created');
    expect(envelope.messages[0].text).toBe('next');
    expect(inbox.envelopes()).toHaveLength(1);
    expect((await replay(other, deliveryId)).status).toBe(409);
    inbox.close();
  });

  it('lose their bodies where they were sent', async () => {
    const other = await registerAgent(server, ada);
    const room = await openConversation(ada, other);
    const inbox = await openInbox(other);
    const { messageId, deliveries } = await say(ada, room, 'sent');
    const { deliveryId } = deliveries[0];
    await inbox.awaitEnvelope('message.created');
    await awaitDelivery(server, other, deliveryId, { status: 'delivered' });
    await del(ada, messageId, room);
    expect((await deliveryOf(other, deliveryId)).status).toBe('delivered');
    expectRefusal(await replay(other, deliveryId), 409, 'delivery_body_erased');
    expect((await other.reply(deliveryId, 'still an answer')).status).toBe(202);
    inbox.close();
  });

  it('are not tried again where they were sent and failed', async () => {
    const hook = await startWebhook(server);
    hook.answer(503);
    const other = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const room = await openConversation(ada, other);
    const { messageId, deliveries } = await say(ada, room, 'sent');
    const { deliveryId } = deliveries[0];
    await awaitDelivery(server, other, deliveryId, { status: 'failed', attempts: 1 });
    await del(ada, messageId, room);
    hook.answer(200);
    await server.clock.advance(2 * 60_000);
    await quiet(server);
    expect(hook.requests).toHaveLength(1);
    expectRefusal(await replay(other, deliveryId), 409, 'delivery_body_erased');
  });
});

describe('§25 a message that is deleted during an attempt', () => {
  it('is not sent again, and its body is erased however the attempt ends', async () => {
    for (const end of ['accepted', 'failed'] as const) {
      const other = await registerAgent(server, ada);
      const relay = await other.stream();
      const room = await openConversation(ada, other);
      const { messageId, deliveries } = await say(ada, room, 'secret');
      const { deliveryId } = deliveries[0];
      await relay.awaitDeliveries(1);
      await del(ada, messageId, room);
      expectRefusal(await replay(other, deliveryId), 409, 'delivery_body_erased');
      await other.ack(deliveryId, { version: '1', status: end });
      await quiet(server);
      expectRefusal(await replay(other, deliveryId), 409, 'delivery_body_erased');
      expect(await deliveryOf(other, deliveryId)).toMatchObject({ status: 'failed', nextAttemptAt: null });
      relay.close();
    }
  });

  it('is as well where the agent answers a webhook late', async () => {
    const hook = await startWebhook(server);
    let answer: () => void = () => undefined;
    hook.answer(() => new Promise((resolve) => (answer = () => resolve({ status: 200 }))));
    const other = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const room = await openConversation(ada, other);
    const { messageId, deliveries } = await say(ada, room, 'secret');
    await hook.awaitRequests(1);
    await del(ada, messageId, room);
    answer();
    await quiet(server);
    expectRefusal(await replay(other, deliveries[0].deliveryId), 409, 'delivery_body_erased');
    expect(hook.requests).toHaveLength(1);
  });
});

describe('§25 the answer that is kept for an Idempotency-Key', () => {
  it('loses the text of a deleted message, and is otherwise the first answer', async () => {
    const path = `/v1/conversations/${conversation}/messages`;
    const send = (text: string, key: string) => ada.post(path, { text }, { 'idempotency-key': key });
    const first = await send('a secret okapi', 'deleted later');
    const kept = await send('a kept okapi', 'kept');
    await del(ada, first.body.messageId);
    const again = await send('a secret okapi', 'deleted later');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual({ ...first.body, body: null });
    expect((await send('a kept okapi', 'kept')).text).toBe(kept.text);
    expectRefusal(await send('another', 'deleted later'), 422, 'idempotency_key_reused');
    expect(await read(ada, first.body.messageId)).toMatchObject(tombstone);
  });
});

describe('§25 a deleted message of an agent that called another', () => {
  it('takes the call back where it was not sent', async () => {
    const [caller, called] = [await registerAgent(server, ada), await registerAgent(server, ada)];
    const room = await openConversation(ada, caller);
    await openConversation(ada, called);
    const to = { to_agent_id: called.agentId };
    const { body } = await caller.reply(await deliver(ada, room, 'ask the other'), 'a secret question', to);
    const callId = body.agent_call.delivery_id;
    expect((await del(ada, body.message_id, room)).status).toBe(204);
    expect(await deliveryOf(called, callId)).toMatchObject({ status: 'failed', nextAttemptAt: null });
    const inbox = await openInbox(called);
    await quiet(server);
    expect(inbox.relay.raw).not.toContain(callId);
    inbox.close();
  });
});

describe('§25 the assets of a deleted message', () => {
  const attach = async (assetId: string, of: string): Promise<string> =>
    (await ada.post(`/v1/conversations/${of}/attachments`, { assetId })).body.messageId;
  const statusOf = async (person: Person, assetId: string) => (await person.get(`/v1/assets/${assetId}`)).status;

  it('go where nothing else names them', async () => {
    const assetId = await uploaded(ada, png);
    const messageId = await attach(assetId, conversation);
    expect(await statusOf(ben, assetId)).toBe(200);
    await del(ada, messageId);
    for (const person of [ada, ben]) expect(await statusOf(person, assetId)).toBe(404);
    const files = (await ada.get(`/v1/conversations/${conversation}/files`)).body.items;
    expect(files.map((file: Json) => file.assetId)).not.toContain(assetId);
  });

  it('stay where another message or another room names them', async () => {
    const assetId = await uploaded(ada, png);
    const [first, second] = [await attach(assetId, conversation), await attach(assetId, conversation)];
    await del(ada, first);
    expect(await statusOf(ben, assetId)).toBe(200);
    const room = await openConversation(ada, null, [await signUp(server)]);
    const elsewhere = await attach(assetId, room);
    await del(ada, second);
    expect(await statusOf(ben, assetId)).toBe(404);
    expect(await statusOf(ada, assetId)).toBe(200);
    await del(ada, elsewhere, room);
    expect(await statusOf(ada, assetId)).toBe(404);
  });
});
