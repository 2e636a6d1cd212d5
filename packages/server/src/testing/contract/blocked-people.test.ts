import { beforeEach, describe, expect, it } from 'vitest';
import { openSignals } from './browser.ts';
import { quiet } from './eventually.ts';
import { refusalOf, type Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { nobody, time } from './shapes.ts';

const server = useServer();
let ada: Person;
let ben: Person;
let cy: Person;

beforeEach(async () => {
  [ada, ben, cy] = await Promise.all([signUp(server), signUp(server), signUp(server)]);
});

const block = (by: Person, whom: Pick<Person, 'userId'>) => by.put(`/v1/users/${whom.userId}/block`);
const unblock = (by: Person, whom: Pick<Person, 'userId'>) => by.del(`/v1/users/${whom.userId}/block`);
const open = (by: Person, ...others: Pick<Person, 'userId'>[]) =>
  by.post('/v1/conversations', { userIds: others.map(({ userId }) => userId) });
const add = (by: Person, conversation: string, userId: string) =>
  by.post(`/v1/conversations/${conversation}/members`, { userId });
const blockedBy = async (person: Person, query = ''): Promise<Json> =>
  (await person.get(`/v1/users/blocked${query}`)).body;
const found = async (by: Person, whom: Person) => (await by.get(`/v1/users?handle=${whom.handle}`)).body.items.length;

describe('§11 blocking a person', () => {
  it('is listed for who did it, and for nobody else', async () => {
    const answer = await block(ada, ben);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await blockedBy(ada)).toEqual({
      items: [
        {
          userId: ben.userId,
          handle: ben.handle,
          displayName: ben.displayName,
          blockedAt: expect.stringMatching(time),
        },
      ],
      nextCursor: null,
    });
    expect([(await blockedBy(ben)).items, (await blockedBy(cy)).items]).toEqual([[], []]);
  });

  it('changes nothing the second time, and so does ending it', async () => {
    await block(ada, ben);
    const before = await blockedBy(ada);
    await server.clock.advance(1000);
    expect((await block(ada, ben)).status).toBe(204);
    expect(await blockedBy(ada)).toEqual(before);
    for (let time = 0; time < 2; time += 1) expect((await unblock(ada, ben)).status).toBe(204);
    expect((await blockedBy(ada)).items).toEqual([]);
    expect((await unblock(ada, cy)).status).toBe(204);
  });

  it('is refused for oneself and for nobody', async () => {
    for (const call of [block, unblock]) {
      expectRefusal(await call(ada, ada), 400, 'malformed_request');
      for (const userId of [nobody('usr'), 'x', nobody('agt')])
        expectRefusal(await call(ada, { userId }), 404, 'user_not_found');
    }
  });

  it('is listed in pages, the newest first', async () => {
    for (const whom of [ben, cy]) {
      await server.clock.advance(1000);
      await block(ada, whom);
    }
    const first = await blockedBy(ada, '?limit=1');
    const second = await blockedBy(ada, `?limit=1&cursor=${first.nextCursor}`);
    expect([first, second].map(({ items }) => items[0].userId)).toEqual([cy.userId, ben.userId]);
    expect(second.nextCursor).toBeNull();
  });
});

describe('§11 people of whom one has blocked the other', () => {
  it('cannot open a room with each other, as if the other were not there', async () => {
    const stranger = await open(ben, { userId: nobody('usr') });
    await block(ada, ben);
    for (const [by, whom] of [
      [ben, ada],
      [ada, ben],
    ] as const) {
      const answer = await open(by, whom);
      expectRefusal(answer, 404, 'user_not_found', '/userIds/0');
      expect(refusalOf(answer)).toEqual(refusalOf(stranger));
      expectRefusal(await open(by, cy, whom), 404, 'user_not_found', '/userIds/1');
    }
    expect((await open(cy, ada, ben)).status).toBe(201);
  });

  it('cannot add each other to a room', async () => {
    await block(ada, ben);
    for (const [by, whom] of [
      [ben, ada],
      [ada, ben],
    ] as const) {
      const conversation = await openConversation(by, null, [cy]);
      expectRefusal(await add(by, conversation, whom.userId), 404, 'user_not_found', '/userId');
      expect((await add(cy, conversation, whom.userId)).status).toBe(200);
      expect((await add(by, conversation, whom.userId)).status).toBe(200);
    }
  });

  it('can again once it is ended, but not while the other one blocks too', async () => {
    await block(ada, ben);
    await block(ben, ada);
    await unblock(ada, ben);
    expectRefusal(await open(ada, ben), 404, 'user_not_found');
    await unblock(ben, ada);
    expect([(await open(ada, ben)).status, (await open(ben, ada)).status]).toEqual([201, 201]);
  });

  it('go on in the rooms that they share', async () => {
    const conversation = await openConversation(ada, null, [ben]);
    await block(ada, ben);
    await say(ben, conversation, 'Still here.');
    await say(ada, conversation, 'So am I.');
    expect((await messagesOf(ada, conversation)).map(({ body }) => body)).toEqual(['Still here.', 'So am I.']);
    expect((await ben.get(`/v1/conversations/${conversation}`)).body.item.userMembers).toHaveLength(1);
  });

  it('are found by who blocked, and not by who was blocked', async () => {
    await block(ada, ben);
    expect([await found(ada, ben), await found(ben, ada), await found(cy, ada)]).toEqual([1, 0, 1]);
    await unblock(ada, ben);
    expect(await found(ben, ada)).toBe(1);
  });

  it('are told nothing of it', async () => {
    await openConversation(ada, null, [ben]);
    const signals = await openSignals(server, ben);
    const before = signals.of().length;
    await block(ada, ben);
    await unblock(ada, ben);
    await quiet(server);
    expect(signals.of()).toHaveLength(before);
    expect((await ben.get('/v1/notifications')).body.items).toEqual([]);
    signals.close();
  });

  it('never get a room that was opened behind the block', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [dee, eve] = await Promise.all([signUp(server), signUp(server)]);
      const shared = await openConversation(eve, null, [cy]);
      await Promise.all([open(eve, dee), block(dee, eve), add(eve, shared, dee.userId), open(eve, dee)]);
      const conversations = async () => (await dee.get('/v1/conversations')).body.items.length;
      const settled = await conversations();
      expectRefusal(await open(eve, dee), 404, 'user_not_found');
      expect(await conversations()).toBe(settled);
    }
  });

  it('that block each other at once both have', async () => {
    const answers = await Promise.all([block(ada, ben), block(ben, ada), block(ada, cy), block(cy, ada)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect([(await blockedBy(ada)).items.length, (await blockedBy(ben)).items.length]).toEqual([2, 1]);
  });
});
