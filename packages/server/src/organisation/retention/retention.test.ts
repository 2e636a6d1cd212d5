import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { catchUpWithIds } from '../../testing/catch-up-with-ids.ts';
import { registerAgent } from '../../testing/contract/agent.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { listed, messagesOf, openConversation, say } from '../../testing/contract/conversation.ts';
import { eventually } from '../../testing/contract/eventually.ts';
import type { Answer, Json } from '../../testing/contract/http.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';

const dayMs = 86_400_000;
let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startTestServer();
  root = await firstAdmin(server);
  await catchUpWithIds(server);
  root = await signIn(server, root);
}, 60_000);
afterAll(() => server.stop());

const ofServer = '/v1/admin/retention';
const ofRoom = (room: string) => `/v1/conversations/${room}/retention`;
const set = (person: Person, path: string, messagesDays: number | null): Promise<Answer> =>
  person.put(path, { messagesDays, password: person.password });
const leap = async (days: number) => server.clock.leap(days * dayMs);
const again = (person: Person) => signIn(server, person);
const bodies = async (person: Person, room: string): Promise<(string | null)[]> =>
  (await messagesOf(person, room, '?limit=200')).map((message) => message.body);
const gone = (person: Person, room: string, seq: number): Promise<Json> =>
  eventually(server, `message ${seq} to be a tombstone`, async () => {
    const message = (await messagesOf(person, room, '?limit=200')).find((one) => one.seq === seq);
    return message?.deleted ? message : undefined;
  });

describe('§19 retention of a conversation', { timeout: 60_000 }, () => {
  it('is null at first, is read and set by its creator alone, with a fresh session', async () => {
    const [ada, ben, eve] = [await signUp(server), await signUp(server), await signUp(server)];
    const room = await openConversation(ada, null, [ben]);
    expect((await ada.get(ofRoom(room))).body).toEqual({ item: { messagesDays: null, nextPurge: null } });
    expect((await listed(ben, room)).messagesDays).toBeNull();
    for (const ask of [ben.get(ofRoom(room)), set(ben, ofRoom(room), 1)]) expectRefusal(await ask, 403, 'not_allowed');
    for (const ask of [eve.get(ofRoom(room)), set(eve, ofRoom(room), 1)])
      expectRefusal(await ask, 404, 'conversation_not_found');
    await server.clock.leap(11 * 60_000);
    expectRefusal(await ada.put(ofRoom(room), { messagesDays: 1 }), 403, 'recent_sign_in_required');
    expect((await set(ada, ofRoom(room), 1)).status).toBe(200);
  });

  it.each([[0], [3_651], [1.5], ['7'], [undefined]])('refuses %j days', async (messagesDays) => {
    const ada = await signUp(server);
    const room = await openConversation(ada, null, [await signUp(server)]);
    expectRefusal(await ada.put(ofRoom(room), { messagesDays }), 400, 'malformed_request', '/messagesDays');
  });

  it('begins after 24 hours, says so in the room, and makes tombstones for ever of what is too old', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const room = await openConversation(ada, null, [ben]);
    await say(ada, room, 'an old zebra');
    await leap(3);
    const today = await again(ada);
    await say(today, room, 'a young zebra');
    const now = server.clock.now();
    const { body } = await set(today, ofRoom(room), 2);
    expect(body.item).toEqual({
      messagesDays: 2,
      nextPurge: { at: new Date(now + dayMs).toISOString(), messages: 1 },
    });
    expect((await listed(today, room)).messagesDays).toBe(2);
    expect(await bodies(today, room)).toContainEqual(
      expect.stringContaining('set messages here to be deleted after 2 days, beginning in 24 hours.'),
    );
    await leap(0.9);
    expect(await bodies(await again(ada), room)).toContain('an old zebra');
    await leap(0.2);
    const later = await again(ben);
    expect(await gone(later, room, 1)).toMatchObject({ body: null, blocks: [], author: { id: ada.userId } });
    expect(await bodies(later, room)).toContain('a young zebra');
    const { items } = (await later.get('/v1/search/messages?q=zebra')).body;
    expect(items.map((item: Json) => item.seq)).toEqual([2]);
    // For ever, also when the rule is gone.
    await set(await again(ada), ofRoom(room), null);
    expect((await messagesOf(later, room))[0]).toMatchObject({ seq: 1, deleted: true, body: null });
  });

  it('is taken back within 24 hours, and the room reads that too', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const room = await openConversation(ada, null, [ben]);
    await say(ada, room, 'stays');
    await leap(5);
    const today = await again(ada);
    await set(today, ofRoom(room), 1);
    await leap(0.5);
    expect((await set(await again(ada), ofRoom(room), null)).body.item).toEqual({
      messagesDays: null,
      nextPurge: null,
    });
    await leap(2);
    expect(await bodies(await again(ben), room)).toEqual([
      'stays',
      expect.stringContaining('deleted after 1 day, beginning in 24 hours.'),
      expect.stringContaining('took back the shorter time that messages are kept.'),
    ]);
  });

  it('set again to the same value does not begin later, and a longer period is in force at once', async () => {
    const ada = await signUp(server);
    const room = await openConversation(ada, null, [await signUp(server)]);
    await say(ada, room, 'one');
    const first = (await set(ada, ofRoom(room), 3)).body.item;
    await server.clock.leap(3_600_000);
    expect((await set(ada, ofRoom(room), 3)).body.item).toEqual(first);
    await leap(1.5);
    const today = await again(ada);
    const longer = (await set(today, ofRoom(room), 5)).body.item;
    const [{ createdAt }] = await messagesOf(today, room);
    expect(longer.nextPurge).toEqual({
      at: new Date(Date.parse(createdAt) + 5 * dayMs).toISOString(),
      messages: 1,
    });
  });

  it('empties previews, answers of agents and deliveries', async () => {
    const ada = await signUp(server);
    const agent = await registerAgent(server, ada, {});
    const room = await openConversation(ada, agent);
    const { deliveries } = await say(ada, room, 'a question');
    await agent.reply(deliveries[0].deliveryId, 'an answer');
    await set(ada, ofRoom(room), 1);
    await leap(3);
    const today = await again(ada);
    await gone(today, room, 3);
    expect((await messagesOf(today, room)).every((message) => message.deleted)).toBe(true);
    expect((await listed(today, room)).lastMessage.preview).toBe('');
    expectRefusal(
      await today.post(`/v1/agents/${agent.agentId}/deliveries/${deliveries[0].deliveryId}/replay`),
      409,
      'delivery_withdrawn',
    );
  });
});

describe('§19 retention of the server', { timeout: 60_000 }, () => {
  it('is set by administrators alone, and bounds that of conversations', async () => {
    const ada = await signUp(server);
    const room = await openConversation(ada, null, [await signUp(server)]);
    const admin = await again(root);
    expectRefusal(await set(ada, ofServer, 9), 403, 'admin_required');
    expectRefusal(await ada.get(ofServer), 403, 'admin_required');
    expect((await set(admin, ofServer, 9)).body.item.messagesDays).toBe(9);
    expectRefusal(await set(ada, ofRoom(room), 10), 400, 'malformed_request', '/messagesDays');
    expect((await listed(ada, room)).messagesDays).toBe(9);
    expect((await set(ada, ofRoom(room), 4)).status).toBe(200);
    expect((await listed(ada, room)).messagesDays).toBe(4);
    const [row] = (await admin.get('/v1/admin/audit?action=retention.changed')).body.items;
    expect(row).toMatchObject({ actor: { id: root.userId }, details: { messagesDays: 9 } });
    await set(admin, ofServer, null);
  });

  it('purges every conversation within 20 seconds of a start', async () => {
    const [ada, ben] = [await signUp(server), await signUp(server)];
    const rooms = [await openConversation(ada, null, [ben]), await openConversation(ben, null, [ada])];
    for (const room of rooms) for (let n = 0; n < 70; n++) await say(ada, room, `message ${n}`);
    await set(await again(root), ofServer, 1);
    await leap(3);
    const today = await again(ada);
    for (const room of rooms) {
      await gone(today, room, 70);
      expect((await messagesOf(today, room, '?limit=200')).every((message) => message.deleted)).toBe(true);
    }
    await say(today, rooms[0]!, 'new');
    expect(await bodies(today, rooms[0]!)).toContain('new');
    await set(await again(root), ofServer, null);
  });
});
