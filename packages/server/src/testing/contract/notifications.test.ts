import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { openSignals } from './browser.ts';
import { openDesk } from './desk.ts';
import { eventually, quiet } from './eventually.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';
import { grant, prefer, proactive, speak, wantsToSpeak } from './speak.ts';
import { giveTask, updateTask } from './task.ts';

const server = useServer();
let owner: Person;
let ada: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  owner = await signUp(server);
});

beforeEach(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, owner, { ...wantsToSpeak, access: 'public' });
  conversation = await openConversation(ada, agent);
});

const notified = async (person = ada, query = ''): Promise<Json[]> =>
  (await person.get(`/v1/notifications${query}`)).body.items;
const answered = async (person = ada, of = conversation): Promise<string> => {
  const { body } = await agent.reply(await deliver(person, of, 'ask'), 'here you are');
  return body.message_id;
};
const awaitNotification = (messageId: string, person = ada) =>
  eventually(server, 'the notification', async () =>
    (await notified(person)).find((item) => item.messageId === messageId),
  );

describe('§4 notifications', () => {
  it('tell of an agent’s message by ids alone', async () => {
    const messageId = await answered();
    expect(await awaitNotification(messageId)).toEqual({
      notificationId: expect.stringMatching(idOf('ntf')),
      type: 'message',
      conversationId: conversation,
      messageId,
      approvalId: null,
      createdAt: expect.stringMatching(time),
      readAt: null,
    });
  });

  it('§27 are read once their room was read as far, by the API too', async () => {
    const other = await openConversation(ada, agent);
    const [first, second, elsewhere] = [await answered(), await answered(), await answered(ada, other)];
    for (const messageId of [first, second, elsewhere]) await awaitNotification(messageId);
    const readAt = async (messageId: string) => (await awaitNotification(messageId)).readAt;
    const { seq } = (await ada.get(`/v1/conversations/${conversation}/messages/${first}`)).body.item;
    expect((await ada.put(`/v1/conversations/${conversation}/read`, { seq })).status).toBe(204);
    expect(await readAt(first)).toMatch(time);
    expect([await readAt(second), await readAt(elsewhere)]).toEqual([null, null]);
    const before = await readAt(first);
    await ada.put(`/v1/conversations/${conversation}/read`, { seq: 1_000_000 });
    expect(await readAt(second)).toMatch(time);
    expect([await readAt(first), await readAt(elsewhere)]).toEqual([before, null]);
  });

  it('§27 of a form that waits stay unread until it is answered', async () => {
    const form = { type: 'form', form_id: 'size', fields: [{ name: 'size', label: 'Size', field_type: 'text' }] };
    const { body } = await agent.reply(await deliver(ada, conversation, 'ask'), [form]);
    await awaitNotification(body.message_id);
    const read = () => ada.put(`/v1/conversations/${conversation}/read`, { seq: 1_000_000 });
    await read();
    expect((await awaitNotification(body.message_id)).readAt).toBeNull();
    const [waiting] = (await ada.get('/v1/waiting')).body.items;
    expect(waiting).toMatchObject({ kind: 'form', messageId: body.message_id });
    const path = `/v1/conversations/${conversation}/messages/${body.message_id}/forms/size/submit`;
    expect((await ada.post(path, { size: 'L' })).status).toBe(201);
    await read();
    expect((await awaitNotification(body.message_id)).readAt).toMatch(time);
  });

  it('are signalled', async () => {
    const signals = await openSignals(server, ada);
    const { notificationId } = await awaitNotification(await answered());
    const data = await signals.awaitSignal('notificationAdded', { notificationId });
    expect(Object.keys(data).sort()).toEqual(['id', 'notificationId', 'occurredAt', 'type']);
    signals.close();
  });

  it('are each reader’s own', async () => {
    const bob = await signUp(server);
    const group = await openConversation(ada, agent, [bob]);
    const messageId = await answered(ada, group);
    const [one, two] = [await awaitNotification(messageId, ada), await awaitNotification(messageId, bob)];
    expect(one.notificationId).not.toBe(two.notificationId);
    expect(await notified(owner)).toEqual([]);
  });

  it('do not come from a muted room or a muted agent', async () => {
    const quietConversation = await openConversation(ada, agent);
    await ada.put(`/v1/conversations/${quietConversation}/preferences`, { muted: true });
    await answered(ada, quietConversation);
    await prefer(ada, agent, { muted: true });
    await answered();
    await prefer(ada, agent, { muted: false });
    await awaitNotification(await answered());
    expect(await notified()).toHaveLength(1);
  });

  it('do not come of a draft, but of its end', async () => {
    const deliveryId = await deliver(ada, conversation, 'ask');
    await agent.reply(deliveryId, 'so far', { partial: true });
    await quiet(server);
    expect(await notified()).toEqual([]);
    const { body } = await agent.reply(deliveryId, 'done');
    await awaitNotification(body.message_id);
    expect(await notified()).toHaveLength(1);
  });

  it('come of a proactive message only where this reader granted it', async () => {
    const bob = await signUp(server);
    const group = await openConversation(ada, agent, [bob]);
    await grant(ada, agent, proactive);
    const { body } = await speak(agent, group);
    await awaitNotification(body.message_id);
    await quiet(server);
    expect(await notified(bob)).toEqual([]);
  });

  it('tell of an approval that waits', async () => {
    const desk = await openDesk(server, ['coin.charge']);
    const { approvalId } = await desk.ask('coin.charge', { amount: 3, reason: 'tea' });
    const found = await eventually(server, 'the notification', async () =>
      (await notified(desk.person)).find((item) => item.approvalId === approvalId),
    );
    expect(found).toMatchObject({ type: 'approval', conversationId: desk.conversation, readAt: null });
    desk.inbox.close();
  });

  it('tell of a task that has ended', async () => {
    const { deliveries } = await giveTask(ada, conversation);
    await updateTask(agent, deliveries[0].deliveryId, 'completed');
    const found = await eventually(server, 'the notification', async () =>
      (await notified()).find((item) => item.type === 'task'),
    );
    expect(found).toMatchObject({ conversationId: conversation, approvalId: null });
  });

  it('need a session', async () => {
    expectRefusal(await ada.get('/v1/notifications', { cookie: '' }), 401, 'unauthenticated');
  });

  it('come newest first, page by page', async () => {
    for (let index = 0; index < 5; index += 1) await awaitNotification(await answered());
    const all = (await notified()).map((item) => item.notificationId);
    expect(all).toHaveLength(5);
    const first = (await ada.get('/v1/notifications?limit=3')).body;
    expect(first.items.map((item: Json) => item.notificationId)).toEqual(all.slice(0, 3));
    const second = (await ada.get(`/v1/notifications?limit=3&cursor=${encodeURIComponent(first.nextCursor)}`)).body;
    expect(second.items.map((item: Json) => item.notificationId)).toEqual(all.slice(3));
    expect(second.nextCursor).toBeNull();
  });
});

describe('§4 reading notifications', () => {
  const markRead = (person: Person, body: Json) => person.put('/v1/notifications/read', body);

  it('marks those that are named', async () => {
    const [one, two] = [await awaitNotification(await answered()), await awaitNotification(await answered())];
    expect((await markRead(ada, { notificationIds: [one.notificationId] })).status).toBe(204);
    const byId = new Map((await notified()).map((item) => [item.notificationId, item]));
    expect(byId.get(one.notificationId).readAt).toMatch(time);
    expect(byId.get(two.notificationId).readAt).toBeNull();
  });

  it('keeps the time of the first reading', async () => {
    const { notificationId } = await awaitNotification(await answered());
    await markRead(ada, { notificationIds: [notificationId] });
    const before = await notified();
    await server.clock.advance(5000);
    expect((await markRead(ada, { notificationIds: [notificationId] })).status).toBe(204);
    expect(await notified()).toEqual(before);
  });

  it('does nothing to those of somebody else, and does not tell', async () => {
    const { notificationId } = await awaitNotification(await answered());
    const bob = await signUp(server);
    const [foreign, none] = [
      await markRead(bob, { notificationIds: [notificationId] }),
      await markRead(bob, { notificationIds: [nobody('ntf')] }),
    ];
    expect(foreign.status).toBe(none.status);
    expect(foreign.status).toBeLessThan(500);
    expect((await notified())[0].readAt).toBeNull();
  });

  it.each([[{}], [{ notificationIds: 'all' }], [{ notificationIds: [7] }], [{ notificationIds: [], all: true }]])(
    'refuses %j',
    async (body) => {
      expectRefusal(await markRead(ada, body), 400, 'malformed_request');
    },
  );
});
