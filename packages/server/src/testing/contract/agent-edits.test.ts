import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent, type Signing } from './agent.ts';
import { openSignals } from './browser.ts';
import { openDesk } from './desk.ts';
import { agentUploaded, png } from './files.ts';
import { showForm } from './form.ts';
import type { Answer, Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, listed, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody, time } from './shapes.ts';
import { grant, prefer, proactive, speak, wantsToSpeak } from './speak.ts';

const dayMs = 86_400_000;
const server = useServer();
let ada: Person;
let ben: Person;
let agent: Agent;
let conversation: string;
let edits = 0;

beforeAll(async () => {
  [ada, ben] = await Promise.all([signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada, { access: 'public', ...wantsToSpeak });
  conversation = await openConversation(ada, agent, [ben]);
});

/** Each edit is signed for another second, because identical bytes would count as a replay. */
function edit(by: Agent, messageId: string, blocks: Json[] | string, signing: Signing = {}): Promise<Answer> {
  edits += 1;
  const list = typeof blocks === 'string' ? [{ type: 'text', text: blocks }] : blocks;
  const body = { version: '1', blocks: list };
  return by.send(`/hooks/v1/messages/${messageId}/edit`, body, { unix: by.unix() + (edits % 200), ...signing });
}
const pathOf = (messageId: string, of = conversation) => `/v1/conversations/${of}/messages/${messageId}`;
const read = async (person: Person, messageId: string, of = conversation): Promise<Json> =>
  (await person.get(pathOf(messageId, of))).body.item;
const say200 = (answer: Answer) => expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
async function answered(blocks: Json[] | string = 'the answr', of = conversation, by = agent): Promise<string> {
  return (await by.reply(await deliver(ada, of, 'well?'), blocks)).body.message_id;
}
const buttons = { type: 'buttons', buttons: [{ label: 'Yes', payload: 'yes' }] };

describe('§25 an agent that edits its message', () => {
  it('also where it shows how a task stands', async () => {
    const shown = { type: 'task_update', task_id: nobody('tsk'), status: 'completed' };
    say200(await edit(agent, await answered([shown]), [{ ...shown, status: 'failed' }]));
  });

  it('into thinking alone leaves the words before it as the preview, and back shows it again', async () => {
    const silent = [{ type: 'thinking', thinking: 'Hm.', signature: 'x' }];
    const room = await openConversation(ada, agent, [ben]);
    const state = async (person: Person) => {
      const { lastMessage, unreadCount } = await listed(person, room);
      return [lastMessage.preview, unreadCount];
    };
    const first = await answered('first', room);
    const second = (await agent.reply(await deliver(ada, room, 'And?'), silent)).body.message_id;
    const third = await answered(silent, room);
    expect(await state(ben)).toEqual(['well?', 4]);
    say200(await edit(agent, second, 'second'));
    expect(await state(ben)).toEqual(['well?', 5]);
    say200(await edit(agent, third, 'third'));
    expect([await state(ben), (await read(ben, third, room)).notify]).toEqual([['third', 6], true]);
    say200(await edit(agent, first, silent));
    say200(await edit(agent, third, silent));
    expect([await state(ben), await state(ada)]).toEqual([
      ['well?', 4],
      ['well?', 1],
    ]);
    await ben.put(`/v1/conversations/${room}/read`, { seq: 4 });
    expect(await state(ben)).toEqual(['well?', 1]);
  });

  it('gets the revision, and people read the new blocks and the earlier ones', async () => {
    const messageId = await answered();
    const before = await read(ada, messageId);
    const { status, body } = await edit(agent, messageId, 'the answer');
    expect([status, body]).toEqual([200, { message_id: messageId, revision: 1 }]);
    const item = await read(ada, messageId);
    expect(item).toMatchObject({ seq: before.seq, createdAt: before.createdAt, revision: 1, deleted: false });
    expect(item.blocks).toEqual([{ type: 'text', text: 'the answer' }]);
    expect(item.editedAt).toMatch(time);
    expect((await ada.get(`${pathOf(messageId)}/revisions`)).body.items).toEqual([
      { revision: 0, body: null, blocks: before.blocks, at: before.createdAt },
      { revision: 1, body: null, blocks: item.blocks, at: item.editedAt },
    ]);
  });

  it('changes nothing with the same blocks', async () => {
    const messageId = await answered('as it is');
    expect((await edit(agent, messageId, 'as it is')).body.revision).toBe(0);
    expect((await read(ada, messageId)).editedAt).toBeNull();
  });

  it('changes search and preview, signals it, and notifies nobody', async () => {
    const room = await openConversation(ada, agent, [ben]);
    const messageId = await answered('a zebra', room);
    const before = (await ben.get('/v1/notifications')).body.items.length;
    const signals = await openSignals(server, ben);
    say200(await edit(agent, messageId, 'an okapi'));
    await signals.awaitSignal('conversationUpdated', { conversationId: room });
    const types = signals.frames.map(({ event }) => event);
    expect(types).toEqual(['streamReady', 'deliveryUpdated', 'conversationUpdated']);
    signals.close();
    expect((await listed(ben, room)).lastMessage.preview).toBe('an okapi');
    for (const [word, count] of [
      ['zebra', 0],
      ['okapi', 1],
    ] as const) {
      const { items } = (await ben.get(`/v1/search/messages?q=${word}&conversationId=${room}`)).body;
      expect(items).toHaveLength(count);
    }
    expect((await ben.get('/v1/notifications')).body.items).toHaveLength(before);
  });

  it('may add a picture that people then read', async () => {
    const messageId = await answered();
    const assetId = await agentUploaded(agent, png);
    say200(await edit(agent, messageId, [{ type: 'image', asset_id: assetId, alt_text: 'A dot' }]));
    expect((await ben.get(`/v1/assets/${assetId}`)).status).toBe(200);
  });

  it('is held to the blocks of a final reply', async () => {
    const messageId = await answered();
    expectRefusal(await edit(agent, messageId, []), 400, 'malformed_request');
    expectRefusal(await edit(agent, messageId, [{ type: 'nonsense' }]), 400, 'block_invalid');
    expectRefusal(await edit(agent, messageId, [{ type: 'intent', text: 'x' }]), 400, 'intent_requires_partial');
    const path = `/hooks/v1/messages/${messageId}/edit`;
    expectRefusal(await agent.send(path, { blocks: [] }), 400, 'malformed_request');
    expect((await read(ada, messageId)).revision).toBe(0);
  });

  it('gets its first answer again under its key', async () => {
    const messageId = await answered();
    const key = `edit ${messageId}`;
    const first = await edit(agent, messageId, 'once', { key });
    const again = await edit(agent, messageId, 'once', { key });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expectRefusal(await edit(agent, messageId, 'twice', { key }), 422, 'idempotency_key_reused');
    expect((await read(ada, messageId)).revision).toBe(1);
  });

  it('may not use a signature twice with another key', async () => {
    const messageId = await answered();
    const unix = agent.unix() + 250;
    say200(await edit(agent, messageId, 'signed', { unix, key: `a ${messageId}` }));
    expectRefusal(await edit(agent, messageId, 'signed', { unix, key: `b ${messageId}` }), 401, 'unauthorized');
  });

  it('does so 20 times at most', async () => {
    const messageId = await answered();
    for (let count = 1; count <= 20; count += 1) say200(await edit(agent, messageId, `${count}`));
    expectRefusal(await edit(agent, messageId, '21'), 409, 'edit_limit_reached');
  });
});

describe('§25 a message that its agent cannot edit', () => {
  const gone = async (by: Agent, messageId: string) =>
    expectRefusal(await edit(by, messageId, 'new'), 404, 'message_not_found');

  it('is a draft, another’s, the platform’s, deleted, or not there', async () => {
    const draft = await agent.reply(await deliver(ada, conversation, 'hi'), 'half', { partial: true });
    const { messageId: persons } = await say(ada, conversation, 'hers');
    const other = await registerAgent(server, ada);
    const room = await openConversation(ada, other);
    const foreign = await answered('foreign', room, other);
    const deleted = await answered();
    await ada.del(pathOf(deleted));
    for (const id of [draft.body.message_id, persons, foreign, deleted, nobody('msg'), 'nonsense']) {
      await gone(agent, id);
    }
    const lines = (await messagesOf(ada, conversation, '?limit=200')).filter((one) => one.author.type === 'platform');
    for (const line of lines) await gone(agent, line.messageId);
  });

  it('is one after a block by the person whom it answers', async () => {
    const other = await registerAgent(server, ada);
    const room = await openConversation(ada, other);
    const messageId = await answered('hello', room, other);
    await prefer(ada, other, { blocked: true });
    await gone(other, messageId);
    await prefer(ada, other, { blocked: false });
    say200(await edit(other, messageId, 'new'));
  });

  it('is one of a room that it left, even if it came back', async () => {
    const other = await registerAgent(server, ada);
    const room = await openConversation(ada, other, [ben]);
    const messageId = await answered('hello', room, other);
    await ada.del(`/v1/conversations/${room}/members/${other.agentId}`);
    await gone(other, messageId);
    await ada.post(`/v1/conversations/${room}/members`, { agentId: other.agentId });
    await gone(other, messageId);
  });

  it('is stopped', async () => {
    const { messageId: asked, deliveries } = await say(ada, conversation, 'a story');
    const { deliveryId } = deliveries[0];
    const first = await agent.reply(deliveryId, 'once upon a time');
    await agent.reply(deliveryId, 'and then', { partial: true });
    expect((await ada.post(`${pathOf(asked)}/stop`)).status).toBe(202);
    expectRefusal(await edit(agent, first.body.message_id, 'new'), 409, 'reply_stopped');
  });

  it('has a form that was answered, or an option that was chosen', async () => {
    const form = await showForm(agent, ada, conversation);
    const choice = await answered([buttons]);
    for (const id of [form.messageId, choice]) {
      const { blocks } = await read(ada, id);
      say200(await edit(agent, id, [...blocks, { type: 'text', text: 'please' }]));
    }
    const { status } = await form.submit(ben, { size: 'L' });
    expect(status).toBe(201);
    expectRefusal(await edit(agent, form.messageId, 'new'), 409, 'message_locked');
    const text = { text: 'yes', choice: { messageId: choice, block: 0, payload: 'yes' } };
    expect((await ben.post(`/v1/conversations/${conversation}/messages`, text)).status).toBe(201);
    expectRefusal(await edit(agent, choice, 'new'), 409, 'message_locked');
  });

  it('answers a delivery for which an approval is pending or was given, and not one that was denied', async () => {
    const desk = await openDesk(server, ['coin.charge']);
    const sent = await desk.agent.reply(desk.deliveryId, 'shall I?');
    const messageId = sent.body.message_id;
    say200(await edit(desk.agent, messageId, 'may I?'));
    const first = await desk.ask('coin.charge', { amount: 1, reason: 'Tea.' });
    expectRefusal(await edit(desk.agent, messageId, 'new'), 409, 'message_locked');
    await desk.resolve(first.approvalId, 'denied');
    say200(await edit(desk.agent, messageId, 'pity'));
    const second = await desk.ask('coin.charge', { amount: 2, reason: 'Tea.' });
    await desk.resolve(second.approvalId, 'approved');
    await desk.result(second.invocationId);
    expectRefusal(await edit(desk.agent, messageId, 'new'), 409, 'message_locked');
  });
});

describe('§25 time for an agent’s edit', () => {
  it('is seven days, for proactive messages too', async () => {
    await grant(ada, agent, proactive);
    const { body } = await speak(agent, conversation, 'news');
    const start = server.clock.now();
    await server.clock.leap(6.9 * dayMs);
    say200(await edit(agent, body.message_id, 'good news'));
    await server.clock.leap(start + 7.1 * dayMs - server.clock.now());
    expectRefusal(await edit(agent, body.message_id, 'old news'), 409, 'edit_window_over');
  });
});
