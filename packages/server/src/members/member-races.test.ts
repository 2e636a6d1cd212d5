import { sql } from 'kysely';
import { limits, type ConversationId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockRooms } from '../conversations/queries.ts';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { registerAgent } from '../testing/contract/agent.ts';
import type { Answer } from '../testing/contract/http.ts';
import { signUp, type Person } from '../testing/contract/person.ts';
import { deliver, deliveryOf, messagesOf, openRoom } from '../testing/contract/room.ts';
import { prefer } from '../testing/contract/speak.ts';
import { openOnServer } from '../testing/database.ts';
import { postgres, testServerUrl } from '../testing/databases-under-test.ts';
import { queuedBehind } from '../testing/queued-behind.ts';

describe.skipIf(testServerUrl === undefined)(`members who come and go at once, on ${postgres.name}`, () => {
  let server: TestServer;
  let ada: Person;
  let ben: Person;
  let cyd: Person;
  beforeAll(async () => {
    server = await startServerOn(await openOnServer(testServerUrl ?? '', 8));
    ada = await signUp(server, { displayName: 'Ada' });
    ben = await signUp(server, { displayName: 'Ben' });
    cyd = await signUp(server, { displayName: 'Cyd' });
  });
  afterAll(() => server.stop());

  /** Requests that all wait for the room before the first of them gets it. */
  const atOnce = async (room: string, ...requests: (() => Promise<Answer>)[]) => {
    const lock = (tx: Parameters<typeof lockRooms>[0]) => lockRooms(tx, [room as ConversationId]);
    const answers = await queuedBehind(server.app.storage, lock, requests);
    return answers.map(({ status, body }) => body?.error?.code ?? status);
  };
  const membersOf = (room: string) => `/v1/conversations/${room}/members`;
  const linesOf = async (room: string) => (await messagesOf(ada, room)).map(({ body }) => body);

  it('close the room when they are the last who leave, and its agent gets nothing more', async () => {
    const agent = await registerAgent(server, ada);
    const room = await openRoom(ada, agent, [ben]);
    const deliveryId = await deliver(ada, room, 'Is anybody here?');
    const leave = (person: Person) => () => person.del(`${membersOf(room)}/${person.userId}`);
    expect(await atOnce(room, leave(ada), leave(ben))).toEqual([204, 204]);
    const { rows } = await sql`
      select from conversations where conversation_id = ${room} and deleted_at is null`.execute(server.app.storage.db);
    expect(rows).toEqual([]);
    expect(await deliveryOf(agent, deliveryId)).toMatchObject({ status: 'failed' });
  });

  it('say nothing more once they were removed', async () => {
    const room = await openRoom(ada, null, [ben]);
    const remove = () => ada.del(`${membersOf(room)}/${ben.userId}`);
    const send = () => ben.post(`/v1/conversations/${room}/messages`, { text: 'Wait!' });
    expect(await atOnce(room, remove, send)).toEqual([204, 'conversation_not_found']);
    expect(await linesOf(room)).toEqual(['Ben left the conversation.']);
  });

  it('say nothing more once they were removed, in a room that the server believes to know', async () => {
    const room = await openRoom(ada, null, [ben]);
    const say = () => ben.post(`/v1/conversations/${room}/messages`, { text: 'Wait!' });
    await say();
    expect(server.app.rooms.of(room as ConversationId)).toBeDefined();
    const remove = () => ada.del(`${membersOf(room)}/${ben.userId}`);
    expect(await atOnce(room, remove, say)).toEqual([204, 'conversation_not_found']);
    expect(await linesOf(room)).toEqual(['Wait!', 'Ben left the conversation.']);
  });

  it('are sent to by the blocked no more, in a room that the server believes to know', async () => {
    const agent = await registerAgent(server, ada, { access: 'public' });
    const room = await openRoom(ben, agent);
    const say = () => ben.post(`/v1/conversations/${room}/messages`, { text: 'Wait!' });
    await say();
    const block = () => prefer(ben, agent, { blocked: true });
    expect(await atOnce(room, block, say)).toEqual([200, 'agent_blocked']);
  });

  it('speak from the moment they were let in', async () => {
    const room = await openRoom(ada, null, [ben]);
    const add = () => ada.post(membersOf(room), { userId: cyd.userId });
    const send = () => cyd.post(`/v1/conversations/${room}/messages`, { text: 'Hello.' });
    expect(await atOnce(room, add, send)).toEqual([200, 201]);
    expect(await linesOf(room)).toEqual(['Cyd joined the conversation.', 'Hello.']);
  });

  it('are announced once, however often they were let in', async () => {
    const room = await openRoom(ada, null, [ben]);
    const add = () => ada.post(membersOf(room), { userId: cyd.userId });
    expect(await atOnce(room, add, add)).toEqual([200, 200]);
    expect(await linesOf(room)).toEqual(['Cyd joined the conversation.']);
  });

  it('are no more than a room has places', async () => {
    const room = await openRoom(ada, await registerAgent(server, ada));
    await crowd(room, limits.conversationPeople - 1);
    const add = (person: Person) => () => ada.post(membersOf(room), { userId: person.userId });
    expect(await atOnce(room, add(ben), add(cyd))).toEqual([200, 'too_many_members']);
  });

  /** Seats strangers who never signed up. */
  async function crowd(room: string, count: number): Promise<void> {
    await sql`
      with stranger as (
        insert into users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
        select 'usr_' || lpad(n::text, 26, '0'), 'stranger' || n, 'Stranger', '', 'en', 'UTC', now()
        from generate_series(1, ${count}) n
        returning user_id
      )
      insert into conversation_people (conversation_id, user_id, joined_at)
      select ${room}, user_id, now() from stranger`.execute(server.app.storage.db);
  }
});
