import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { openSignals } from './browser.ts';
import { deliver, listed, openConversation, say } from './conversation.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let ben: Person;
let agent: Agent;
let room: string;
beforeAll(async () => {
  agent = await registerAgent(server, await signUp(server), { access: 'public' });
});
beforeEach(async () => {
  [ada, ben] = await Promise.all([signUp(server), signUp(server)]);
  room = await openConversation(ada, agent, [ben]);
});

const news = async (person: Person): Promise<Json[]> => (await person.get('/v1/notifications')).body.items;
const typesOf = async (person: Person): Promise<string[]> => (await news(person)).map(({ type }) => type);
const prefer = (person: Person, preferences: Json) => person.put(`/v1/conversations/${room}/preferences`, preferences);

describe('§28 a mention by a person', () => {
  it('notifies that member once, tells their tabs, and nobody else', async () => {
    const signals = await openSignals(server, ben);
    const { messageId } = await say(ada, room, `@${ben.handle}, see @${ben.handle.toUpperCase()}!`);
    await signals.awaitSignal('notificationAdded', {});
    signals.close();
    expect(await news(ben)).toMatchObject([
      { type: 'mention', conversationId: room, messageId, approvalId: null, readAt: null },
    ]);
    expect(await news(ada)).toEqual([]);
    expect(await listed(ben, room)).toMatchObject({ unreadCount: 1 });
  });

  it('notifies also from the instructions of a task', async () => {
    const task = { title: 'Lunch', instructions: `Ask @${ben.handle}, not @${ada.handle}.` };
    expect((await ada.post(`/v1/conversations/${room}/tasks`, task)).status).toBe(201);
    expect(await news(ben)).toMatchObject([{ type: 'mention', conversationId: room, messageId: expect.any(String) }]);
    expect(await news(ada)).toEqual([]);
  });

  it('never notifies its author, and two members may mention each other', async () => {
    await say(ada, room, `I am @${ada.handle}, you are @${ben.handle}`);
    await say(ben, room, `I am @${ben.handle}, you are @${ada.handle}`);
    expect([await typesOf(ada), await typesOf(ben)]).toEqual([['mention'], ['mention']]);
  });

  it('is none in an e-mail address, in a longer handle, or of somebody who is not there', async () => {
    const eve = await signUp(server);
    for (const text of [
      `me@${ben.handle}`,
      `me@${ben.handle}.example`,
      `@${ben.handle}-x`,
      `@@${ben.handle}`,
      ben.handle,
      `@${eve.handle}`,
    ])
      await say(ada, room, text);
    expect([await news(ben), await news(eve)]).toEqual([[], []]);
    await say(ada, room, `\`@${ben.handle}\``);
    expect(await typesOf(ben)).toEqual(['mention']);
  });

  it('is none for somebody who left', async () => {
    await ben.del(`/v1/conversations/${room}/members/${ben.userId}`);
    await say(ada, room, `@${ben.handle}`);
    await ada.post(`/v1/conversations/${room}/members`, { userId: ben.userId });
    expect(await news(ben)).toEqual([]);
  });

  it.each([
    [{ muted: true }, 0],
    [{ mutedUntil: '2999-01-01T00:00:00Z' }, 0],
    [{ notify: 'none' }, 0],
    [{ notify: 'decisions' }, 0],
    [{ notify: 'mentions' }, 1],
    [{ notify: 'all' }, 1],
  ])('with the settings %j makes %i', async (preferences, count) => {
    await prefer(ben, preferences);
    await say(ada, room, `@${ben.handle}`);
    expect(await news(ben)).toHaveLength(count);
  });

  it('does not come from a person whom the member has blocked', async () => {
    await ben.put(`/v1/users/${ada.userId}/block`);
    await say(ada, room, `@${ben.handle}`);
    expect(await news(ben)).toEqual([]);
  });

  it('is added by no edit, and once by a repeated send', async () => {
    const { messageId } = await say(ada, room, 'Hello');
    await ada.patch(`/v1/conversations/${room}/messages/${messageId}`, { text: `Hello @${ben.handle}` });
    expect(await news(ben)).toEqual([]);
    for (const status of [201, 201]) {
      const answer = await ada.post(
        `/v1/conversations/${room}/messages`,
        { text: `@${ben.handle}` },
        { 'idempotency-key': `mention ${room}` },
      );
      expect(answer.status).toBe(status);
    }
    expect(await typesOf(ben)).toEqual(['mention']);
  });

  it('is read with its conversation', async () => {
    const { seq } = await say(ada, room, `@${ben.handle}`);
    await ben.put(`/v1/conversations/${room}/read`, { seq });
    expect((await news(ben))[0].readAt).not.toBeNull();
    expect(await listed(ben, room)).toMatchObject({ unreadCount: 0 });
  });
});

describe('§28 a mention by an agent', () => {
  it('notifies as a mention instead of a message, and the others as of a message', async () => {
    const { body } = await agent.reply(await deliver(ada, room, 'Who?'), `Ask @${ben.handle}.`);
    expect(await news(ben)).toMatchObject([{ type: 'mention', messageId: body.message_id }]);
    expect(await typesOf(ada)).toEqual(['message']);
  });

  it.each(['decisions', 'none'])('at level %s notifies as any message', async (notify) => {
    await prefer(ben, { notify });
    await agent.reply(await deliver(ada, room, 'Who?'), `Ask @${ben.handle}.`);
    expect(await typesOf(ben)).toEqual(['message']);
  });

  it('obeys the level of the agent as well', async () => {
    await ben.put(`/v1/agents/${agent.agentId}/membership/preferences`, { notify: 'none' });
    await agent.reply(await deliver(ada, room, 'Who?'), `Ask @${ben.handle}.`);
    expect(await typesOf(ben)).toEqual(['message']);
  });

  it('makes none where the room is muted', async () => {
    await prefer(ben, { muted: true });
    await agent.reply(await deliver(ada, room, 'Who?'), `Ask @${ben.handle}.`);
    expect(await news(ben)).toEqual([]);
  });

  it('is added by no edit', async () => {
    const { body } = await agent.reply(await deliver(ada, room, 'Who?'), 'Ask somebody.');
    await agent.send(`/hooks/v1/messages/${body.message_id}/edit`, {
      version: '1',
      blocks: [{ type: 'text', text: `Ask @${ben.handle}.` }],
    });
    expect(await typesOf(ben)).toEqual(['message']);
  });
});
