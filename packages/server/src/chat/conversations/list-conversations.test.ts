import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { openConversation, say } from '../../testing/contract/conversation.ts';
import { useServer } from '../../testing/contract/server.ts';

const server = useServer();
let ada: Person;
let bob: Person;
beforeAll(async () => {
  [ada, bob] = [await signUp(server), await signUp(server)];
});

/** Returns all conversations of a person, read in pages of `limit`. */
async function inPages(person: Person, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await person.get(`/v1/conversations?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
    expect(body.items.length).toBeLessThanOrEqual(limit);
    ids.push(...body.items.map((item: Json) => item.conversationId));
    cursor = body.nextCursor;
  }
  return ids;
}

// Hours pass on the clock of the test, with the work of every minute.
describe('the rooms of a person', { timeout: 120_000 }, () => {
  it('§4 come in pages, most recent activity first, within an hour and over many', async () => {
    const opened: string[] = [];
    for (const minutes of [0, 1, 1, 70, 5, 65, 0, 45]) {
      await server.clock.leap(minutes * 60_000 + 10);
      opened.push(await openConversation(ada, null, [bob]));
    }
    const [first = '', second = '', third = '', ...rest] = opened;
    await server.clock.leap(61 * 60_000);
    await say(bob, second, 'Still there?');
    await server.clock.advance(10);
    await say(ada, first, 'Here as well.');
    const order = [first, second, ...rest.toReversed(), third];
    for (const limit of [1, 2, 3, 50]) expect(await inPages(ada, limit), `${limit} a page`).toEqual(order);
    expect(await inPages(bob, 3)).toEqual(order);
  });

  it('§4 are not listed any more once one has left them or they are gone', async () => {
    const [eve, zoe] = [await signUp(server), await signUp(server)];
    const conversations: string[] = [];
    for (let opened = 0; opened < 4; opened += 1) conversations.push(await openConversation(eve, null, [zoe]));
    const [gone, left, ...kept] = conversations;
    await server.clock.leap(61 * 60_000);
    expect((await eve.del(`/v1/conversations/${gone}`)).status).toBe(204);
    expect((await zoe.del(`/v1/conversations/${left}/members/${zoe.userId}`)).status).toBe(204);
    expect(await inPages(zoe, 1)).toEqual(kept.toReversed());
    expect(await inPages(eve, 2)).toEqual([left, ...kept.toReversed()]);
    expect((await eve.post(`/v1/conversations/${left}/members`, { userId: zoe.userId })).status).toBe(200);
    expect(await inPages(zoe, 2)).toEqual([left, ...kept.toReversed()]);
  });
});
