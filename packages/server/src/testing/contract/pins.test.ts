import { beforeEach, describe, expect, it } from 'vitest';
import { openSignals } from './browser.ts';
import { listed, openConversation, say } from './conversation.ts';
import type { Answer, Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let ben: Person;
/** Ada's conversations, the newest first. */
let rooms: string[];
beforeEach(async () => {
  [ada, ben] = await Promise.all([signUp(server), signUp(server)]);
  rooms = [];
  for (const text of ['one', 'two', 'three', 'four', 'five']) {
    const room = await openConversation(ada, null, [ben]);
    await say(ada, room, text);
    rooms.unshift(room);
  }
});

const prefer = (person: Person, room: string, preferences: Json): Promise<Answer> =>
  person.put(`/v1/conversations/${room}/preferences`, preferences);
const listOf = async (person: Person, query = ''): Promise<string[]> =>
  (await person.get(`/v1/conversations${query}`)).body.items.map((item: Json) => item.conversationId);
const room = (index: number) => rooms[index] as string;

describe('§28 pinned conversations', () => {
  it('are listed first, for that person alone', async () => {
    for (const index of [4, 2]) expect((await prefer(ada, room(index), { pinned: true })).status).toBe(204);
    expect(await listOf(ada)).toEqual([room(2), room(4), room(0), room(1), room(3)]);
    expect(await listOf(ben)).toEqual(rooms);
    expect([(await listed(ada, room(4))).pinned, (await listed(ben, room(4))).pinned]).toEqual([true, false]);
    await prefer(ada, room(2), { pinned: false });
    expect(await listOf(ada)).toEqual([room(4), room(0), room(1), room(2), room(3)]);
  });

  it('come once over pages of any size', async () => {
    for (const index of [4, 3, 1]) await prefer(ada, room(index), { pinned: true });
    await prefer(ada, room(2), { archived: true });
    const expected = [room(1), room(3), room(4), room(0)];
    for (const limit of [1, 2, 3, 4, 5]) {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body } = await ada.get(`/v1/conversations?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
        found.push(...body.items.map((item: Json) => item.conversationId));
        cursor = body.nextCursor;
      }
      expect(found).toEqual(expected);
    }
  });

  it('keep their other settings, and the other way round', async () => {
    await prefer(ada, room(0), { notify: 'none', pinned: true });
    await prefer(ada, room(0), { archived: true });
    await prefer(ada, room(0), { muted: true });
    expect((await ada.get(`/v1/conversations/${room(0)}`)).body.item).toMatchObject({
      ...{ notify: 'none', pinned: true, archived: true, muted: true },
    });
  });

  it('are forgotten when one leaves, and unknown to others', async () => {
    const eve = await signUp(server);
    expectRefusal(await prefer(eve, room(0), { pinned: true }), 404, 'conversation_not_found');
    await prefer(ben, room(0), { pinned: true });
    await ben.del(`/v1/conversations/${room(0)}/members/${ben.userId}`);
    expectRefusal(await prefer(ben, room(0), { pinned: true }), 404, 'conversation_not_found');
    await ada.post(`/v1/conversations/${room(0)}/members`, { userId: ben.userId });
    expect(await listed(ben, room(0))).toMatchObject({ pinned: false, archived: false });
  });

  it.each([{ pinned: 'yes' }, { archived: null }, {}, { starred: true }])('are set by booleans: %j', async (body) => {
    expectRefusal(await prefer(ada, room(0), body), 400, 'malformed_request');
  });
});

describe('§28 archived conversations', () => {
  it('have a list of their own, pinned or not', async () => {
    await prefer(ada, room(1), { archived: true, pinned: true });
    await prefer(ada, room(3), { archived: true });
    expect(await listOf(ada)).toEqual([room(0), room(2), room(4)]);
    expect(await listOf(ada, '?archived=1')).toEqual([room(1), room(3)]);
    expect(await listOf(ben, '?archived=1')).toEqual([]);
    await prefer(ada, room(3), { archived: false });
    expect(await listOf(ada)).toEqual([room(0), room(2), room(3), room(4)]);
  });

  it('come back with any new message', async () => {
    for (const index of [2, 3]) await prefer(ada, room(index), { archived: true });
    await say(ben, room(3), 'Are you there?');
    await say(ada, room(2), 'One more thing.');
    expect(await listOf(ada)).toEqual([room(2), room(3), room(0), room(1), room(4)]);
    expect(await listOf(ada, '?archived=1')).toEqual([]);
    expect(await listed(ada, room(3))).toMatchObject({ archived: false, unreadCount: 1 });
  });

  it('stay archived when they are read, renamed, or reacted in', async () => {
    const { messageId } = (await ada.get(`/v1/conversations/${room(4)}/messages`)).body.items[0];
    await prefer(ada, room(4), { archived: true });
    await ben.put(`/v1/conversations/${room(4)}/read`, { seq: 1 });
    await ben.patch(`/v1/conversations/${room(4)}`, { title: 'Old' });
    await ben.put(`/v1/conversations/${room(4)}/messages/${messageId}/reactions/${encodeURIComponent('👍')}`);
    expect(await listOf(ada, '?archived=1')).toEqual([room(4)]);
  });

  it('are told to the person’s own tabs', async () => {
    const [own, other] = [await openSignals(server, ada), await openSignals(server, ben)];
    await prefer(ada, room(0), { archived: true });
    await own.awaitSignal('conversationUpdated', { conversationId: room(0) });
    expect(other.of('conversationUpdated')).toEqual([]);
    own.close();
    other.close();
  });

  it('are asked for by 1 and by nothing else', async () => {
    for (const value of ['0', 'true', ''])
      expectRefusal(await ada.get(`/v1/conversations?archived=${value}`), 400, 'malformed_request');
  });
});
