import { beforeEach, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';
import type { Json } from './http.ts';
import { signUp } from './person.ts';
import { expectRefusal } from './refused.ts';
import { listed, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { prefer, proactive, speak } from './speak.ts';

const server = useServer();
let desk: Desk;

beforeEach(async () => {
  desk = await openDesk(server, [proactive]);
  return () => desk.inbox.close();
});

const hour = 3_600_000;
const inAnHour = () => new Date(server.clock.now() + hour).toISOString();
const conversationPath = () => `/v1/conversations/${desk.conversation}`;
const preferConversation = (body: Json) => desk.person.put(`${conversationPath()}/preferences`, body);
const conversationItem = async (): Promise<Json> => (await desk.person.get(conversationPath())).body.item;
const membership = async (): Promise<Json> =>
  (await desk.person.get(`/v1/agents/${desk.agent.agentId}/membership`)).body.item;
const news = async (): Promise<Json[]> => (await desk.person.get('/v1/notifications')).body.items;
const newest = async (): Promise<Json> => (await messagesOf(desk.person, desk.conversation, '?limit=1'))[0];

describe('§13 preferences of a room', () => {
  it('start with everything told, and nothing muted', async () => {
    for (const item of [await conversationItem(), await listed(desk.person, desk.conversation)]) {
      expect(item).toMatchObject({ muted: false, notify: 'all', mutedUntil: null });
    }
  });

  it('are changed one by one, and what is not named stays', async () => {
    const until = inAnHour();
    expect((await preferConversation({ notify: 'mentions' })).status).toBe(204);
    expect((await preferConversation({ mutedUntil: until })).status).toBe(204);
    expect((await preferConversation({ muted: true })).status).toBe(204);
    expect(await conversationItem()).toMatchObject({ muted: true, notify: 'mentions', mutedUntil: until });
    await preferConversation({ mutedUntil: null, notify: 'none' });
    expect(await listed(desk.person, desk.conversation)).toMatchObject({
      muted: true,
      notify: 'none',
      mutedUntil: null,
    });
  });

  it('are one person’s own, and end as they leave the room', async () => {
    const cyd = await signUp(server);
    const group = await openConversation(desk.person, null, [cyd]);
    const path = `/v1/conversations/${group}`;
    await cyd.put(`${path}/preferences`, { notify: 'none', mutedUntil: inAnHour() });
    expect(await listed(desk.person, group)).toMatchObject({ notify: 'all', mutedUntil: null });
    await cyd.del(`${path}/members/${cyd.userId}`);
    await desk.person.post(`${path}/members`, { userId: cyd.userId });
    expect(await listed(cyd, group)).toMatchObject({ notify: 'all', mutedUntil: null });
  });

  it('mute it until a time', async () => {
    await preferConversation({ mutedUntil: inAnHour() });
    expect((await speak(desk.agent, desk.conversation)).status).toBe(202);
    expect([(await newest()).notify, await news()]).toEqual([false, []]);
    await server.clock.leap(hour + 1);
    await speak(desk.agent, desk.conversation, 'later');
    expect([(await newest()).notify, (await news()).length]).toEqual([true, 1]);
    expect(await conversationItem()).toMatchObject({ muted: false });
  });
});

describe('§13 preferences of a membership', () => {
  const change = async (body: Json): Promise<Json> => (await prefer(desk.person, desk.agent, body)).body.item;

  it('start with everything told', async () => {
    expect(await membership()).toMatchObject({ muted: false, blocked: false, notify: 'all', mutedUntil: null });
  });

  it('are changed one by one, and what is not named stays', async () => {
    const until = inAnHour();
    expect(await change({ notify: 'decisions' })).toMatchObject({
      muted: false,
      notify: 'decisions',
      mutedUntil: null,
    });
    expect(await change({ mutedUntil: until })).toMatchObject({ notify: 'decisions', mutedUntil: until });
    expect(await change({ blocked: true })).toMatchObject({ blocked: true, notify: 'decisions', mutedUntil: until });
    expect(await change({ mutedUntil: null })).toMatchObject({ blocked: true, mutedUntil: null });
    await desk.grant(proactive);
    expect(await membership()).toMatchObject({ blocked: true, muted: false, notify: 'decisions', mutedUntil: null });
  });

  it('show a time in UTC, however it was written', async () => {
    expect(await change({ mutedUntil: '2030-06-01T12:00:00+02:00' })).toMatchObject({
      mutedUntil: '2030-06-01T10:00:00.000Z',
    });
  });

  it('mute the agent until a time, for proactive messages too', async () => {
    await change({ mutedUntil: inAnHour() });
    expectRefusal(await speak(desk.agent, desk.conversation), 403, 'scope_not_granted');
    expect((await desk.agent.reply(desk.deliveryId, 'quietly')).status).toBe(202);
    expect([(await newest()).notify, await news()]).toEqual([false, []]);
    await server.clock.leap(hour + 1);
    expect((await newest()).notify).toBe(true);
    expect((await speak(desk.agent, desk.conversation)).status).toBe(202);
    expect(await news()).toHaveLength(1);
  });

  it.each(['mentions', 'decisions', 'none'])('do not mute it by the level %s', async (notify) => {
    await change({ notify });
    await preferConversation({ notify });
    expect((await speak(desk.agent, desk.conversation)).status).toBe(202);
    expect([(await newest()).notify, (await news()).length]).toEqual([true, 1]);
  });
});

describe('§13 preferences that are refused', () => {
  it.each([
    ['', {}],
    ['/notify', { notify: 'some' }],
    ['/notify', { notify: null }],
    ['/muted', { muted: 'yes' }],
    ['/mutedUntil', { mutedUntil: 'tomorrow' }],
    ['/mutedUntil', { mutedUntil: 1 }],
    ['/mutedUntil', { mutedUntil: '9999-12-31T23:59:59-14:00' }],
    ['/mutedUntil', { mutedUntil: '0000-01-01T00:00:00Z' }],
    ['/loud', { muted: true, loud: 1 }],
  ])('are so at %j', async (path, body) => {
    for (const answer of [await preferConversation(body), await prefer(desk.person, desk.agent, body)]) {
      expectRefusal(answer, 400, 'malformed_request', path);
    }
  });

  it('are so of a room for what only a membership has', async () => {
    expectRefusal(await preferConversation({ blocked: true }), 400, 'malformed_request', '/blocked');
  });
});
