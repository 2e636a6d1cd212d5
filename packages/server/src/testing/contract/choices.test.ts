import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody } from './shapes.ts';
import { prefer } from './speak.ts';

const server = useServer();
let ada: Person;
let bea: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  [ada, bea] = await Promise.all([signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada, { access: 'public' });
  conversation = await openConversation(bea, agent, [ada]);
});

const buttons = {
  type: 'buttons',
  buttons: [
    { label: 'Yes', payload: 'yes' },
    { label: 'No', payload: 'no' },
  ],
};
const card = {
  type: 'card',
  title: 'Tea',
  actions: [{ label: 'More', payload: 'more' }],
  price: { amount: 3, unit: 'coin' },
  purchase: { label: 'Buy', reason: 'To drink.' },
};

/** Makes the agent offer these choices in a message. Returns its id. */
async function offer(blocks: Json[] = [buttons, card], of = conversation, by = agent): Promise<string> {
  const answer = await by.reply(await deliver(bea, of, 'what is there?'), blocks);
  expect(answer.status).toBe(202);
  return answer.body.message_id;
}
const send = (person: Person, text: string, choice: Json, of = conversation, key?: string) =>
  person.post(`/v1/conversations/${of}/messages`, { text, choice }, key ? { 'idempotency-key': key } : {});
const read = async (person: Person, messageId: string, of = conversation): Promise<Json> =>
  (await person.get(`/v1/conversations/${of}/messages/${messageId}`)).body.item;

describe('§28 a choice', () => {
  it('is a message that says what it chose, and its message says so to who chose', async () => {
    const messageId = await offer();
    const { status, body } = await send(bea, 'yes', { messageId, block: 0, payload: 'yes' });
    expect(status).toBe(201);
    expect(body.deliveries).toHaveLength(1);
    const choice = { messageId, block: 0, label: 'Yes' };
    for (const person of [ada, bea]) expect((await read(person, body.messageId)).choice).toEqual(choice);
    expect((await read(bea, messageId)).choiceStates).toEqual({ 0: { label: 'Yes' } });
    expect(await read(ada, messageId)).toMatchObject({ choice: null, choiceStates: {} });
    const [listed] = (await messagesOf(bea, conversation, '?limit=200')).filter((one) => one.messageId === messageId);
    expect(listed.choiceStates).toEqual({ 0: { label: 'Yes' } });
  });

  it('reaches the agent as its text', async () => {
    const messageId = await offer();
    const { body } = await send(bea, 'no', { messageId, block: 0, payload: 'no' });
    const inbox = await openInbox(agent);
    const id = body.deliveries[0].deliveryId;
    const envelope = await inbox.awaitEnvelope('message.created', ({ delivery_id }) => delivery_id === id);
    expect(envelope.messages[0].text).toBe('no');
    inbox.close();
  });

  it('is made once a person and block; words that say the same are words', async () => {
    const messageId = await offer();
    expect((await send(bea, 'yes', { messageId, block: 0, payload: 'yes' })).status).toBe(201);
    expectRefusal(await send(bea, 'no', { messageId, block: 0, payload: 'no' }), 409, 'already_chosen');
    expect((await send(ada, 'no', { messageId, block: 0, payload: 'no' })).status).toBe(201);
    expect((await send(bea, 'more', { messageId, block: 1, payload: 'more' })).status).toBe(201);
    expect((await read(bea, messageId)).choiceStates).toEqual({ 0: { label: 'Yes' }, 1: { label: 'More' } });
    expect((await read(ada, messageId)).choiceStates).toEqual({ 0: { label: 'No' } });
    const words = await bea.post(`/v1/conversations/${conversation}/messages`, { text: 'yes' });
    expect((await read(bea, words.body.messageId)).choice).toBeNull();
  });

  it('of a purchase says the title of its card', async () => {
    const messageId = await offer();
    const choice = { messageId, block: 1, purchase: true };
    expectRefusal(await send(bea, 'purchase: Coffee', choice), 400, 'malformed_request', '/text');
    const { status, body } = await send(bea, 'purchase: Tea', choice);
    expect(status).toBe(201);
    expect((await read(bea, body.messageId)).choice).toEqual({ messageId, block: 1, label: 'Buy' });
    expectRefusal(await send(bea, 'more', { messageId, block: 1, payload: 'more' }), 409, 'already_chosen');
  });

  it('counts the blocks as its caller reads them', async () => {
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'x' };
    const messageId = await offer([thinking, buttons]);
    expectRefusal(await send(bea, 'yes', { messageId, block: 1, payload: 'yes' }), 400, 'choice_unknown', '/choice');
    const byBea = (await send(bea, 'yes', { messageId, block: 0, payload: 'yes' })).body.messageId;
    expectRefusal(await send(ada, 'yes', { messageId, block: 0, payload: 'yes' }), 400, 'choice_unknown', '/choice');
    const byAda = (await send(ada, 'yes', { messageId, block: 1, payload: 'yes' })).body.messageId;
    for (const id of [byBea, byAda]) {
      expect((await read(bea, id)).choice.block).toBe(0);
      expect((await read(ada, id)).choice.block).toBe(1);
    }
    expect((await read(ada, messageId)).choiceStates).toEqual({ 1: { label: 'Yes' } });
  });

  it('is answered as at first under its key', async () => {
    const messageId = await offer();
    const choice = { messageId, block: 0, payload: 'yes' };
    const first = await send(bea, 'yes', choice, conversation, `choice ${messageId}`);
    const again = await send(bea, 'yes', choice, conversation, `choice ${messageId}`);
    expect([again.status, again.body]).toEqual([201, first.body]);
  });
});

describe('§28 a choice that is refused', () => {
  it.each([
    ['a payload that is not offered', { block: 0, payload: 'perhaps' }],
    ['a block that is not there', { block: 9, payload: 'yes' }],
    ['a purchase of what is no card', { block: 0, purchase: true }],
    ['a message that is not there', { block: 0, payload: 'yes', messageId: nobody('msg') }],
  ])('is unknown: %s', async (_what, change) => {
    const messageId = await offer();
    expectRefusal(await send(bea, 'yes', { messageId, ...change }), 400, 'choice_unknown', '/choice');
  });

  it('is unknown in another room, and of an open draft', async () => {
    const messageId = await offer();
    const other = await openConversation(bea, agent);
    expectRefusal(await send(bea, 'yes', { messageId, block: 0, payload: 'yes' }, other), 400, 'choice_unknown');
    const draft = await agent.reply(await deliver(bea, other, 'hm'), [buttons], { partial: true });
    const ofDraft = { messageId: draft.body.message_id, block: 0, payload: 'yes' };
    expectRefusal(await send(bea, 'yes', ofDraft, other), 400, 'choice_unknown');
  });

  it.each([
    { block: 0 },
    { block: -1, payload: 'yes' },
    { block: 0.5, payload: 'yes' },
    { block: 0, purchase: false },
    { block: 0, payload: 'yes', purchase: true },
    { block: 0, payload: 'yes', more: 1 },
  ])('has the wrong shape: %j', async (change) => {
    const answer = await send(bea, 'yes', { messageId: nobody('msg'), ...change });
    expectRefusal(answer, 400, 'malformed_request');
    expect(answer.body.error.path).toMatch(/^\/choice/);
  });

  it('is checked in the order shape, room, block, choice, text, once', async () => {
    const own = await registerAgent(server, ada, { access: 'public' });
    const room = await openConversation(bea, own);
    const messageId = await offer([buttons], room, own);
    const choice = { messageId, block: 0, payload: 'yes' };
    expectRefusal(await send(ada, 'hm', { ...choice, block: 7 }, room), 404, 'conversation_not_found');
    await prefer(bea, own, { blocked: true });
    expectRefusal(await send(bea, 'hm', { ...choice, block: 7 }, room), 403, 'agent_blocked');
    await prefer(bea, own, { blocked: false });
    expectRefusal(await send(bea, 'hm', { ...choice, block: 7 }, room), 400, 'choice_unknown', '/choice');
    expect((await send(bea, 'yes', choice, room)).status).toBe(201);
    expectRefusal(await send(bea, 'hm', choice, room), 400, 'malformed_request', '/text');
    const before = (await messagesOf(bea, room)).length;
    expectRefusal(await send(bea, 'yes', choice, room), 409, 'already_chosen');
    expect(await messagesOf(bea, room)).toHaveLength(before);
  });

  it('is refused but once, of many that are sent at once', async () => {
    const messageId = await offer();
    const sends = Array.from({ length: 5 }, () => send(bea, 'yes', { messageId, block: 0, payload: 'yes' }));
    const statuses = (await Promise.all(sends)).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409]);
  });
});
