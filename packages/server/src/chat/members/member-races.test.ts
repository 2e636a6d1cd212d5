import { sql } from 'kysely';
import { limits, type ConversationId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockConversations } from '../conversations/queries.ts';
import { startServerOn, type TestServer } from '../../testing/app.ts';
import { registerAgent } from '../../testing/contract/agent.ts';
import type { Answer } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { deliver, deliveryOf, messagesOf, openConversation } from '../../testing/contract/conversation.ts';
import { prefer } from '../../testing/contract/speak.ts';
import { openOnServer } from '../../testing/database.ts';
import { postgres, testServerUrl } from '../../testing/databases-under-test.ts';
import { queuedBehind } from '../../testing/queued-behind.ts';

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

  /** Sends requests that all wait for the conversation's lock before the first one gets it. */
  const atOnce = async (conversation: string, ...requests: (() => Promise<Answer>)[]) => {
    const lock = (tx: Parameters<typeof lockConversations>[0]) =>
      lockConversations(tx, [conversation as ConversationId]);
    const answers = await queuedBehind(server.app.storage, lock, requests);
    return answers.map(({ status, body }) => body?.error?.code ?? status);
  };
  const membersOf = (conversation: string) => `/v1/conversations/${conversation}/members`;
  const linesOf = async (conversation: string) => (await messagesOf(ada, conversation)).map(({ body }) => body);

  it('close the room when they are the last who leave, and its agent gets nothing more', async () => {
    const agent = await registerAgent(server, ada);
    const conversation = await openConversation(ada, agent, [ben]);
    const deliveryId = await deliver(ada, conversation, 'Is anybody here?');
    const leave = (person: Person) => () => person.del(`${membersOf(conversation)}/${person.userId}`);
    expect(await atOnce(conversation, leave(ada), leave(ben))).toEqual([204, 204]);
    const { rows } = await sql`
      select from conversations where conversation_id = ${conversation} and deleted_at is null`.execute(
      server.app.storage.db,
    );
    expect(rows).toEqual([]);
    expect(await deliveryOf(agent, deliveryId)).toMatchObject({ status: 'failed' });
  });

  it('say nothing more once they were removed', async () => {
    const conversation = await openConversation(ada, null, [ben]);
    const remove = () => ada.del(`${membersOf(conversation)}/${ben.userId}`);
    const send = () => ben.post(`/v1/conversations/${conversation}/messages`, { text: 'Wait!' });
    expect(await atOnce(conversation, remove, send)).toEqual([204, 'conversation_not_found']);
    expect(await linesOf(conversation)).toEqual(['“Ben” left the conversation.']);
  });

  it('say nothing more once they were removed, in a room that the server believes to know', async () => {
    const conversation = await openConversation(ada, null, [ben]);
    const say = () => ben.post(`/v1/conversations/${conversation}/messages`, { text: 'Wait!' });
    await say();
    expect(server.app.conversationCache.of(conversation as ConversationId)).toBeDefined();
    const remove = () => ada.del(`${membersOf(conversation)}/${ben.userId}`);
    expect(await atOnce(conversation, remove, say)).toEqual([204, 'conversation_not_found']);
    expect(await linesOf(conversation)).toEqual(['Wait!', '“Ben” left the conversation.']);
  });

  it('are sent to by the blocked no more, in a room that the server believes to know', async () => {
    const agent = await registerAgent(server, ada, { access: 'public' });
    const conversation = await openConversation(ben, agent);
    const say = () => ben.post(`/v1/conversations/${conversation}/messages`, { text: 'Wait!' });
    await say();
    const block = () => prefer(ben, agent, { blocked: true });
    expect(await atOnce(conversation, block, say)).toEqual([200, 'agent_blocked']);
  });

  it('speak from the moment they were let in', async () => {
    const conversation = await openConversation(ada, null, [ben]);
    const add = () => ada.post(membersOf(conversation), { userId: cyd.userId });
    const send = () => cyd.post(`/v1/conversations/${conversation}/messages`, { text: 'Hello.' });
    expect(await atOnce(conversation, add, send)).toEqual([200, 201]);
    expect(await linesOf(conversation)).toEqual(['“Cyd” joined the conversation.', 'Hello.']);
  });

  it('are announced once, however often they were let in', async () => {
    const conversation = await openConversation(ada, null, [ben]);
    const add = () => ada.post(membersOf(conversation), { userId: cyd.userId });
    expect(await atOnce(conversation, add, add)).toEqual([200, 200]);
    expect(await linesOf(conversation)).toEqual(['“Cyd” joined the conversation.']);
  });

  it('are no more than a room has places', async () => {
    const conversation = await openConversation(ada, await registerAgent(server, ada));
    await crowd(conversation, limits.conversationPeople - 2);
    const add = (person: Person) => () => ada.post(membersOf(conversation), { userId: person.userId });
    expect(await atOnce(conversation, add(ben), add(cyd))).toEqual([200, 'too_many_members']);
  });

  /** Inserts members who never signed up. */
  async function crowd(conversation: string, count: number): Promise<void> {
    await sql`
      with stranger as (
        insert into users (user_id, handle, display_name, password_hash, locale, timezone, created_at)
        select 'usr_' || lpad(n::text, 26, '0'), 'stranger' || n, 'Stranger', '', 'en', 'UTC', now()
        from generate_series(1, ${count}) n
        returning user_id
      )
      insert into conversation_people (conversation_id, user_id, joined_at)
      select ${conversation}, user_id, now() from stranger`.execute(server.app.storage.db);
  }
});
