import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { openSignals } from './browser.ts';
import { png, uploaded } from './files.ts';
import type { Answer, Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, listed, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody, time } from './shapes.ts';
import { giveTask } from './task.ts';
import { startWebhook } from './webhook.ts';

const hourMs = 3_600_000;
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
const edit = (person: Person, messageId: string, text: unknown, of = conversation): Promise<Answer> =>
  person.patch(pathOf(messageId, of), { text });
const read = async (person: Person, messageId: string): Promise<Json> =>
  (await person.get(pathOf(messageId))).body.item;
const revisions = (person: Person, messageId: string) => person.get(`${pathOf(messageId)}/revisions`);
const found = async (person: Person, q: string, of = conversation): Promise<string[]> =>
  (await person.get(`/v1/search/messages?q=${q}&conversationId=${of}`)).body.items.map((item: Json) => item.messageId);

describe('§25 editing a message', () => {
  it('answers the message with its new text, its time and its revision', async () => {
    const sent = await say(ada, conversation, 'helo');
    expect(await read(ada, sent.messageId)).toMatchObject({ deleted: false, editedAt: null, revision: 0 });
    const { status, body } = await edit(ada, sent.messageId, 'hello');
    expect(status).toBe(200);
    expect(body.item).toMatchObject({ messageId: sent.messageId, seq: sent.seq, createdAt: sent.createdAt });
    expect(body.item).toMatchObject({ body: 'hello', blocks: [], deleted: false, revision: 1 });
    expect(body.item.editedAt).toMatch(time);
    expect(await read(ada, sent.messageId)).toEqual(body.item);
    expect(await read(ben, sent.messageId)).toMatchObject({ body: 'hello', editedAt: body.item.editedAt, revision: 1 });
    expect((await edit(ada, sent.messageId, 'hello!')).body.item.revision).toBe(2);
  });

  it('changes nothing with the same text', async () => {
    const room = await openConversation(ada, null, [ben]);
    const { messageId } = await say(ada, room, 'as it is');
    const before = (await ada.get(pathOf(messageId, room))).body.item;
    const signals = await openSignals(server, ada);
    const answer = await edit(ada, messageId, 'as it is', room);
    expect([answer.status, answer.body.item]).toEqual([200, before]);
    await say(ada, room, 'a later signal');
    await signals.awaitSignal('messageAppended', {});
    expect(signals.raw).not.toContain('deliveryUpdated');
    signals.close();
  });

  it('takes 1 to 10,000 characters, and nothing else', async () => {
    const { messageId } = await say(ada, conversation, 'short');
    expect((await edit(ada, messageId, 'x'.repeat(10_000))).status).toBe(200);
    for (const text of ['', 'x'.repeat(10_001), 7, null]) {
      expectRefusal(await edit(ada, messageId, text), 400, 'malformed_request', '/text');
    }
    expectRefusal(await ada.patch(pathOf(messageId), { text: 'a', blocks: [] }), 400, 'malformed_request');
  });

  it('ignores an Idempotency-Key', async () => {
    const { messageId } = await say(ada, conversation, 'first');
    const key = { 'idempotency-key': `edit ${messageId}` };
    expect((await ada.patch(pathOf(messageId), { text: 'second' }, key)).body.item.revision).toBe(1);
    expect((await ada.patch(pathOf(messageId), { text: 'third' }, key)).body.item.revision).toBe(2);
  });

  it('shows the new text in the preview and to search, and the old one no more', async () => {
    const room = await openConversation(ada, agent, [ben]);
    const { messageId } = await say(ada, room, 'a zebra in the garden');
    expect(await found(ben, 'zebra', room)).toEqual([messageId]);
    await edit(ada, messageId, 'an okapi in the garden', room);
    expect(await found(ben, 'zebra', room)).toEqual([]);
    expect(await found(ben, 'okapi', room)).toEqual([messageId]);
    expect((await listed(ben, room)).lastMessage.preview).toBe('an okapi in the garden');
    const later = await say(ada, room, 'and a later one');
    await edit(ada, messageId, 'a gnu', room);
    expect((await listed(ben, room)).lastMessage.preview).toBe('and a later one');
    expect(await found(ben, 'later', room)).toEqual([later.messageId]);
  });

  it('indexes what was said just before the edited message', async () => {
    const room = await openConversation(ada, null, [ben]);
    const first = await say(ada, room, 'first a wombat');
    const second = await say(ada, room, 'then a quokka');
    await edit(ada, second.messageId, 'then a numbat', room);
    expect(await found(ben, 'wombat', room)).toEqual([first.messageId]);
    expect(await found(ben, 'numbat', room)).toEqual([second.messageId]);
  });

  it('signals deliveryUpdated to everyone, and conversationUpdated where the preview changed', async () => {
    const room = await openConversation(ada, null, [ben]);
    const { messageId } = await say(ada, room, 'first');
    await say(ada, room, 'last');
    const [own, other] = [await openSignals(server, ada), await openSignals(server, ben)];
    await edit(ada, messageId, 'first!', room);
    const last = (await messagesOf(ada, room)).at(-1)!;
    await ada.patch(pathOf(last.messageId, room), { text: 'last!' });
    for (const signals of [own, other]) {
      await signals.awaitSignal('conversationUpdated', { conversationId: room });
      const types = signals.frames.map(({ event }) => event);
      expect(types).toEqual(['streamReady', 'deliveryUpdated', 'deliveryUpdated', 'conversationUpdated']);
      expect(JSON.parse(signals.frames[1]!.data)).toMatchObject({ conversationId: room, messageId });
      signals.close();
    }
  });
});

describe('§25 an edit that is refused', () => {
  it('is not its author’s', async () => {
    const { messageId } = await say(ada, conversation, 'mine');
    expectRefusal(await edit(ben, messageId, 'yours'), 403, 'not_allowed');
    const { body } = await agent.reply(await deliver(ada, conversation, 'hi'), 'hello');
    expectRefusal(await edit(ada, body.message_id, 'yours'), 403, 'not_allowed');
    const platform = (await messagesOf(ada, conversation)).find(({ author }) => author.type === 'platform');
    if (platform) expectRefusal(await edit(ada, platform.messageId, 'yours'), 403, 'not_allowed');
  });

  it('is of a task, an attachment or a choice', async () => {
    await giveTask(ada, conversation);
    const task = (await messagesOf(ada, conversation)).at(-1)!;
    expectRefusal(await edit(ada, task.messageId, 'water nothing'), 403, 'not_allowed');
    const assetId = await uploaded(ada, png);
    const attached = await ada.post(`/v1/conversations/${conversation}/attachments`, { assetId });
    expectRefusal(await edit(ada, attached.body.messageId, 'a picture'), 403, 'not_allowed');
    const buttons = { type: 'buttons', buttons: [{ label: 'Yes', payload: 'yes' }] };
    const offer = await agent.reply(await deliver(ada, conversation, 'hi'), [buttons]);
    const choice = { messageId: offer.body.message_id, block: 0, payload: 'yes' };
    const chosen = await ada.post(`/v1/conversations/${conversation}/messages`, { text: 'yes', choice });
    expectRefusal(await edit(ada, chosen.body.messageId, 'no'), 403, 'not_allowed');
    expect((await read(ada, chosen.body.messageId)).body).toBe('yes');
  });

  it('is of no message, of a draft, of a deleted message, or of a room of others', async () => {
    const { messageId } = await say(ada, conversation, 'soon gone');
    const draft = await agent.reply(await deliver(ada, conversation, 'hi'), 'half', { partial: true });
    await ada.del(pathOf(messageId));
    for (const id of [messageId, draft.body.message_id, nobody('msg'), 'nonsense']) {
      expectRefusal(await edit(ada, id, 'new'), 404, 'message_not_found');
    }
    const eve = await signUp(server);
    expectRefusal(await edit(eve, messageId, 'new'), 404, 'conversation_not_found');
    const room = await openConversation(ada, null, [ben]);
    const elsewhere = await say(ada, room, 'elsewhere');
    expectRefusal(await edit(ada, elsewhere.messageId, 'new'), 404, 'message_not_found');
  });

  it('comes after 100 others', async () => {
    const { messageId } = await say(ada, conversation, '0');
    for (let count = 1; count <= 100; count += 1) expect((await edit(ada, messageId, `${count}`)).status).toBe(200);
    expectRefusal(await edit(ada, messageId, '101'), 409, 'edit_limit_reached');
    expect((await edit(ada, messageId, '100')).body.item.revision).toBe(100);
    expect((await revisions(ben, messageId)).body.items).toHaveLength(101);
  });
});

describe('§25 revisions', () => {
  it('are every version in ascending order, the current one last, for members only', async () => {
    const { messageId, createdAt } = await say(ada, conversation, 'one');
    const second = (await edit(ada, messageId, 'two')).body.item;
    const third = (await edit(ada, messageId, 'three')).body.item;
    const answer = await revisions(ben, messageId);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      items: [
        { revision: 0, body: 'one', blocks: [], at: createdAt },
        { revision: 1, body: 'two', blocks: [], at: second.editedAt },
        { revision: 2, body: 'three', blocks: [], at: third.editedAt },
      ],
    });
    expectRefusal(await revisions(await signUp(server), messageId), 404, 'conversation_not_found');
    expectRefusal(await revisions(ada, nobody('msg')), 404, 'message_not_found');
    await ada.del(pathOf(messageId));
    expect((await revisions(ben, messageId)).body).toEqual({ items: [] });
  });
});

describe('§25 what the agent gets of an edited message', () => {
  it('is the new text where the delivery was not sent yet', async () => {
    const other = await registerAgent(server, ada);
    const room = await openConversation(ada, other);
    const { messageId, deliveries } = await say(ada, room, 'old words');
    await edit(ada, messageId, 'new words', room);
    const inbox = await openInbox(other);
    const envelope = await inbox.awaitEnvelope('message.created');
    expect(envelope.delivery_id).toBe(deliveries[0].deliveryId);
    expect(envelope.messages).toMatchObject([{ id: messageId, text: 'new words' }]);
    inbox.close();
  });

  it('is the earlier text where it was sent, also when it is sent again', async () => {
    const other = await registerAgent(server, ada);
    const room = await openConversation(ada, other);
    const inbox = await openInbox(other);
    const { messageId, deliveries } = await say(ada, room, 'old words');
    const { deliveryId } = deliveries[0];
    await inbox.awaitEnvelope('message.created');
    await edit(ada, messageId, 'new words', room);
    expect((await ada.post(`/v1/agents/${other.agentId}/deliveries/${deliveryId}/replay`)).status).toBe(202);
    await inbox.relay.awaitDeliveries(2);
    for (const { envelope } of inbox.relay.deliveries()) expect(envelope.messages[0].text).toBe('old words');
    inbox.close();
  });

  it('is the new text where the delivery waits in memory behind another one', async () => {
    const hook = await startWebhook(server);
    let answer = () => undefined as void;
    hook.answer((_, count) =>
      count === 1 ? new Promise((resolve) => (answer = () => resolve({ status: 200 }))) : { status: 200 },
    );
    const other = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    const room = await openConversation(ada, other);
    const first = await say(ada, room, 'first');
    await hook.awaitRequests(1);
    const { messageId } = await say(ada, room, 'old words');
    await say(ada, room, 'last');
    await edit(ada, first.messageId, 'too late', room);
    await edit(ada, messageId, 'new words', room);
    answer();
    const requests = await hook.awaitRequests(3);
    expect(requests.map(({ envelope }) => envelope.messages[0].text)).toEqual(['first', 'new words', 'last']);
  });

  it('is the new text in history', async () => {
    const scope = { scope: 'history.read', reason: 'To remember.' };
    const other = await registerAgent(server, ada, { requested_scopes: [scope] });
    await ada.put(`/v1/agents/${other.agentId}/membership/grants`, { scopes: ['history.read'] });
    const room = await openConversation(ada, other);
    const { messageId } = await say(ada, room, 'old words');
    await edit(ada, messageId, 'new words', room);
    const history = async () => (await other.send(`/hooks/v1/conversations/${room}/messages`)).body.items;
    expect(await history()).toMatchObject([{ id: messageId, text: 'new words' }]);
    await ada.del(pathOf(messageId, room));
    expect(await history()).toEqual([]);
  });
});

describe('§25 an edit after 24 hours', () => {
  it('is refused, and one just before is not', async () => {
    const start = server.clock.now();
    const { messageId } = await say(ada, conversation, 'yesterday');
    await server.clock.leap(start + 23.9 * hourMs - server.clock.now());
    expect((await edit(ada, messageId, 'today')).status).toBe(200);
    await server.clock.leap(start + 24.1 * hourMs - server.clock.now());
    expectRefusal(await edit(ada, messageId, 'tomorrow'), 409, 'edit_window_over');
    expect((await ada.del(pathOf(messageId))).status).toBe(204);
  });
});
