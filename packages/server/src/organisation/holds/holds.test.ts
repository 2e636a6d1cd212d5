import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { catchUpWithIds } from '../../testing/catch-up-with-ids.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { messagesOf, openConversation, say } from '../../testing/contract/conversation.ts';
import { eventually } from '../../testing/contract/eventually.ts';
import { png, uploaded } from '../../testing/contract/files.ts';
import type { Answer, Json } from '../../testing/contract/http.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { nobody } from '../../testing/contract/shapes.ts';

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

const again = (person: Person) => signIn(server, person);
const place = async (targetId: string, reason = 'Case 12'): Promise<Answer> =>
  (await again(root)).put(`/v1/admin/holds/${targetId}`, { reason });
const end = async (targetId: string): Promise<Answer> => (await again(root)).del(`/v1/admin/holds/${targetId}`);
const holds = async (): Promise<Json[]> => (await (await again(root)).get('/v1/admin/holds')).body.items;
const keptFor = async (messageId: string): Promise<boolean> => {
  const { rows } = await sql`select from held_messages where message_id = ${messageId}`.execute(server.app.storage.db);
  return rows.length > 0;
};

/** Lets minutes pass until `probe` holds. */
const inTime = (what: string, probe: () => Promise<boolean>): Promise<boolean> =>
  eventually(server, what, async () => {
    await server.clock.leap(61_000);
    return (await probe()) || undefined;
  });

async function talk() {
  const [ada, ben] = [await signUp(server), await signUp(server)];
  const room = await openConversation(ada, null, [ben]);
  const { messageId } = await say(ben, room, 'the ledger is false');
  return { ada, ben, room, messageId, path: `/v1/conversations/${room}/messages/${messageId}` };
}

describe('§19 legal holds', { timeout: 60_000 }, () => {
  it('are placed, listed and ended by administrators alone, and leave audit rows', async () => {
    const { ada, room } = await talk();
    expectRefusal(await ada.put(`/v1/admin/holds/${room}`, { reason: 'x' }), 403, 'admin_required');
    expectRefusal(await ada.get('/v1/admin/holds'), 403, 'admin_required');
    expect((await place(room, 'Case 12')).status).toBe(204);
    expect((await place(room, 'Case 13')).status).toBe(204);
    await server.clock.leap(1_000);
    expect((await place(ada.userId)).status).toBe(204);
    expect(await holds()).toEqual([
      expect.objectContaining({ targetType: 'user', targetId: ada.userId, createdBy: root.userId }),
      expect.objectContaining({ targetType: 'conversation', targetId: room, reason: 'Case 13' }),
    ]);
    const rows = (await (await again(root)).get(`/v1/admin/audit?target=${room}`)).body.items;
    expect(rows.map((row: Json) => row.action)).toEqual([
      'conversation.held',
      'conversation.held',
      'conversation.opened',
    ]);
    expect(JSON.stringify(rows)).not.toContain('Case');
    for (const target of [room, ada.userId, room]) expect((await end(target)).status).toBe(204);
    expect(await holds()).toEqual([]);
  });

  it('are of a person or a conversation that there is, and have a reason', async () => {
    const admin = await again(root);
    expectRefusal(await place(nobody('usr')), 404, 'user_not_found');
    expectRefusal(await place(nobody('cnv')), 404, 'conversation_not_found');
    expectRefusal(await place('nonsense'), 404, 'user_not_found');
    for (const reason of ['', ' ', 'x'.repeat(501), undefined])
      expectRefusal(await admin.put(`/v1/admin/holds/${root.userId}`, { reason }), 400, 'malformed_request', '/reason');
    await server.clock.leap(11 * 60_000);
    expectRefusal(await admin.put(`/v1/admin/holds/${root.userId}`, { reason: 'x' }), 403, 'recent_sign_in_required');
    expectRefusal(await admin.del(`/v1/admin/holds/${root.userId}`), 403, 'recent_sign_in_required');
  });

  it.each(['conversation', 'author'] as const)(
    'on the %s keep, sealed, what people delete meanwhile, and it looks deleted to everybody',
    async (which) => {
      const { ada, ben, room, messageId, path } = await talk();
      const target = which === 'author' ? ben.userId : room;
      await place(target);
      await ben.patch(path, { text: 'the ledger is right' });
      expect((await ben.del(path)).status).toBe(204);
      expect((await ada.get(path)).body.item).toMatchObject({ deleted: true, body: null });
      expect((await ada.get(`${path}/revisions`)).body.items).toEqual([]);
      const { rows } = await sql<{ key_id: string; sealed: Buffer }>`
        select * from held_messages where message_id = ${messageId}`.execute(server.app.storage.db);
      expect(JSON.stringify(rows[0])).not.toContain('ledger');
      const { key_id: keyId, sealed } = rows[0]!;
      const kept = server.app.secrets.open(`held message ${messageId}`, { keyId, bytes: sealed }).toString();
      expect(JSON.parse(kept)).toEqual([
        expect.objectContaining({ revision: 0, body: 'the ledger is false' }),
        expect.objectContaining({ revision: 1, body: 'the ledger is right' }),
      ]);
      await server.clock.leap(60_000);
      expect(await keptFor(messageId)).toBe(true);
      await end(target);
      await inTime('what was kept to be erased', async () => !(await keptFor(messageId)));
    },
  );

  it('keep no copy of what nobody holds', async () => {
    const { ben, messageId, path } = await talk();
    await ben.del(path);
    expect(await keptFor(messageId)).toBe(false);
  });

  it('keep the bytes of files of deleted messages, which nobody reads any more', async () => {
    const { ada, room } = await talk();
    const assetId = await uploaded(ada, png);
    const sent = await ada.post(`/v1/conversations/${room}/attachments`, { assetId });
    await place(room);
    await ada.del(`/v1/conversations/${room}/messages/${sent.body.messageId}`);
    await server.clock.leap(3 * dayMs);
    await server.clock.leap(61_000);
    const there = async () =>
      (await sql`select from assets where asset_id = ${assetId}`.execute(server.app.storage.db)).rows.length > 0;
    expect(await there()).toBe(true);
    expectRefusal(await (await again(ada)).get(`/v1/assets/${assetId}`), 404, 'asset_not_found');
    await end(room);
    await inTime('the file to go', async () => !(await there()));
  });

  it('keep messages from retention until they end', async () => {
    const { ada, ben, room, messageId } = await talk();
    const other = (await say(ada, room, 'not held')).messageId;
    await ada.put(`/v1/conversations/${room}/retention`, { messagesDays: 1 });
    await place(ben.userId);
    await server.clock.leap(4 * dayMs);
    const item = async (id: string): Promise<Json> =>
      (await messagesOf(await again(ada), room)).find((message) => message.messageId === id);
    await inTime('the other message to be purged', async () => (await item(other)).deleted);
    expect(await item(messageId)).toMatchObject({ deleted: false, body: 'the ledger is false' });
    await end(ben.userId);
    await inTime('the held message to be purged', async () => (await item(messageId)).deleted);
  });

  it('on a person, or on a conversation that they wrote in, refuse their erasure until they end', async () => {
    const { ada, ben, room } = await talk();
    await place(room);
    for (const person of [ada, ben])
      expectRefusal(await person.post('/v1/session/erase', { confirm: person.handle }), 409, 'legal_hold');
    await end(room);
    await place(ben.userId);
    const admin = await again(root);
    const erase = () => admin.post(`/v1/admin/people/${ben.userId}/erase`, { confirm: ben.handle });
    expectRefusal(await erase(), 409, 'legal_hold');
    await end(ben.userId);
    expect((await erase()).status).toBe(202);
    expectRefusal(await place(ben.userId), 404, 'user_not_found');
  });

  it('keep a conversation that its creator deleted, and no other', async () => {
    const { ada, ben, room, messageId } = await talk();
    const other = await talk();
    await place(ben.userId);
    await ada.del(`/v1/conversations/${room}`);
    await other.ada.del(`/v1/conversations/${other.room}`);
    await server.clock.leap(40 * dayMs);
    const there = async (id: string) =>
      (await sql`select from messages where message_id = ${id}`.execute(server.app.storage.db)).rows.length > 0;
    await inTime('the other room to be erased', async () => !(await there(other.messageId)));
    expect(await there(messageId)).toBe(true);
    await end(ben.userId);
    await inTime('the room to be erased', async () => !(await there(messageId)));
  });
});
