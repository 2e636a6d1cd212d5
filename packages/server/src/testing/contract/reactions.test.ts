import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { openSignals } from './browser.ts';
import { deliver, messagesOf, openConversation, say } from './conversation.ts';
import type { Answer, Json } from './http.ts';
import { eventually, quiet } from './eventually.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let ben: Person;
let eve: Person;
let agent: Agent;
let conversation: string;
beforeAll(async () => {
  [ada, ben, eve] = await Promise.all([signUp(server), signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada, { access: 'public' });
  conversation = await openConversation(ada, agent, [ben]);
});

const messagePath = (messageId: string) => `/v1/conversations/${conversation}/messages/${messageId}`;
const pathOf = (messageId: string, emoji: string) => `${messagePath(messageId)}/reactions/${encodeURIComponent(emoji)}`;
const react = (person: Person, messageId: string, emoji: string): Promise<Answer> =>
  person.put(pathOf(messageId, emoji));
const takeBack = (person: Person, messageId: string, emoji: string): Promise<Answer> =>
  person.del(pathOf(messageId, emoji));
const read = async (person: Person, messageId: string): Promise<Json> =>
  (await person.get(messagePath(messageId))).body.item;
/** Emoji of one code point each, which Unicode has had for long. */
const kinds = Array.from({ length: 21 }, (_, n) => String.fromCodePoint(0x1f34e + n));

describe('§28 a reaction', () => {
  it('is counted by kind, in the order of first use, and shows each reader their own', async () => {
    const { messageId } = await say(ada, conversation, 'Lunch?');
    expect((await react(ben, messageId, '🎉')).status).toBe(204);
    expect((await react(ada, messageId, '👍🏽')).status).toBe(204);
    expect((await react(ada, messageId, '🎉')).status).toBe(204);
    expect((await react(ada, messageId, '🎉')).status).toBe(204);
    expect((await read(ben, messageId)).reactions).toEqual([
      { emoji: '🎉', count: 2, mine: true },
      { emoji: '👍🏽', count: 1, mine: false },
    ]);
    const inList = (await messagesOf(ada, conversation)).find((message) => message.messageId === messageId);
    expect(inList?.reactions.map(({ mine }: Json) => mine)).toEqual([true, true]);
    const listed = await ben.get(`${messagePath(messageId)}/reactions`);
    expect(listed.body).toEqual({
      items: [
        { emoji: '🎉', userId: ben.userId, handle: ben.handle },
        { emoji: '👍🏽', userId: ada.userId, handle: ada.handle },
        { emoji: '🎉', userId: ada.userId, handle: ada.handle },
      ],
    });
  });

  it('is taken back, any number of times', async () => {
    const { messageId } = await say(ada, conversation, 'Dinner?');
    await react(ben, messageId, '❤️');
    for (const _ of [1, 2]) expect((await takeBack(ben, messageId, '❤️')).status).toBe(204);
    expect((await read(ada, messageId)).reactions).toEqual([]);
  });

  it('is one emoji', async () => {
    const { messageId } = await say(ada, conversation, 'Tea?');
    for (const text of ['a', '👍👍', ':)', '❤', '%00'])
      for (const call of [react, takeBack]) expectRefusal(await call(ada, messageId, text), 400, 'emoji_invalid');
  });

  it('has at most 20 kinds on a message, and the 21st never replaces one', async () => {
    const { messageId } = await say(ada, conversation, 'Fruit?');
    const first = kinds.slice(0, 20);
    for (const emoji of first) expect((await react(ada, messageId, emoji)).status).toBe(204);
    expectRefusal(await react(ben, messageId, kinds[20] as string), 409, 'too_many_reactions');
    expect((await react(ben, messageId, kinds[3] as string)).status).toBe(204);
    expect((await read(ada, messageId)).reactions.map(({ emoji }: Json) => emoji)).toEqual(first);
    await takeBack(ada, messageId, kinds[0] as string);
    expect((await react(ben, messageId, kinds[20] as string)).status).toBe(204);
  });

  it('keeps to 20 kinds where several arrive at once', async () => {
    const { messageId } = await say(ada, conversation, 'More fruit?');
    const answers = await Promise.all(kinds.map((emoji, n) => react(n % 2 ? ada : ben, messageId, emoji)));
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect((await read(ada, messageId)).reactions).toHaveLength(20);
  });

  it('is told to everyone in the room once, and changes neither list nor unread count', async () => {
    const { messageId } = await say(ada, conversation, 'Heard?');
    const signals = await openSignals(server, ben);
    await react(ada, messageId, '👀');
    await react(ada, messageId, '👀');
    await takeBack(ada, messageId, '👀');
    const updates = () => signals.of('deliveryUpdated').filter((data) => data.messageId === messageId);
    await eventually(server, 'two updates', () => updates().length === 2);
    await quiet(server);
    expect(updates()).toHaveLength(2);
    expect(updates()[0]).toMatchObject({ conversationId: conversation, messageId });
    expect(signals.of('conversationUpdated', 'messageAppended')).toEqual([]);
    signals.close();
  });

  it('is refused where there is no such message: strangers, drafts, deleted ones', async () => {
    const { messageId } = await say(ada, conversation, 'Gone soon');
    expectRefusal(await react(eve, messageId, '👍'), 404, 'conversation_not_found');
    expectRefusal(await react(ada, 'msg_01KAJ92D4F6H8K0N2Q4S6V8X0Z', '👍'), 404, 'message_not_found');
    const delivery = await deliver(ada, conversation, 'Draft?');
    const draft = await agent.reply(delivery, 'So far', { partial: true });
    expectRefusal(await react(ada, draft.body.message_id, '👍'), 404, 'message_not_found');
    await react(ben, messageId, '👍');
    await ada.del(messagePath(messageId));
    for (const call of [react, takeBack]) expectRefusal(await call(ben, messageId, '👍'), 404, 'message_not_found');
    expect(await read(ada, messageId)).toMatchObject({ deleted: true, reactions: [] });
    expect((await ada.get(`${messagePath(messageId)}/reactions`)).body).toEqual({ items: [] });
  });

  it('goes to the final message of a draft, and no agent is told', async () => {
    const delivery = await deliver(ada, conversation, 'Answer?');
    const { body } = await agent.reply(delivery, 'Done.');
    expect((await react(ada, body.message_id, '✅')).status).toBe(204);
    const relay = await agent.stream();
    await say(ada, conversation, 'Next.');
    const { envelope } = (await relay.awaitDeliveries(1)).at(-1) ?? {};
    expect(JSON.stringify(envelope)).not.toContain('✅');
    relay.close();
  });
});
