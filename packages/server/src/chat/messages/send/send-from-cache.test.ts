import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { ConversationId, UserId } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../conversations/app.ts';
import { ConversationCache } from '../../conversations/conversation-cache.ts';
import { nameKey } from '../../../platform/idempotency/idempotency.ts';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { registerAgent, type Agent } from '../../../testing/contract/agent.ts';
import { signUp, type Person } from '../../../testing/contract/person.ts';
import { listed, messagesOf, openConversation, say } from '../../../testing/contract/conversation.ts';
import type { SendMessage } from './send.ts';
import { sendFromCache, sendUnderLock } from './send-messages.ts';
import { isCached } from './send-view.ts';

let server: TestServer;
let ada: Person;
let ben: Person;
let agent: Agent;
/** Another server on the same database. All its signals to the first are lost. */
let other: App;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
  ben = await signUp(server);
  agent = await registerAgent(server, ada);
  other = { ...server.app, conversationCache: new ConversationCache() };
});
afterAll(() => server.stop());

const messageOf = (person: Person, conversation: string, text: string, key: string | null = null): SendMessage => ({
  sender: { userId: person.userId as UserId, locale: 'en', timezone: 'UTC' },
  conversationId: conversation,
  text,
  key:
    key === null
      ? null
      : nameKey({ caller: person.userId, method: 'POST', path: conversation, body: Buffer.from(text) }, key),
  trace: null,
});
const fromCache = async (app: App, ...sends: SendMessage[]) =>
  (await sendFromCache(app, sends)).map((answer) => answer && (JSON.parse(answer.body) as { seq: number }).seq);
const elsewhere = async (conversation: string, text = 'From elsewhere.', by = ada) =>
  sendUnderLock(other, [messageOf(by, conversation, text)]);
const linesOf = async (conversation: string) =>
  (await messagesOf(ada, conversation)).map(({ seq, body }) => `${seq} ${body}`);
const cachedConversation = async (withAgent = true, others: Person[] = []) => {
  const conversation = await openConversation(ada, withAgent ? agent : null, others);
  await say(ada, conversation, 'First.');
  expect(isCached(server.app, messageOf(ada, conversation, ''))).toBe(true);
  return conversation;
};

describe('a message to a cached conversation', () => {
  it('is stored with its delivery, preview, read mark and search words', async () => {
    const conversation = await cachedConversation();
    const sent = await say(ada, conversation, 'Second: mulberry.');
    expect(sent).toMatchObject({ seq: 2, body: 'Second: mulberry.', deliveries: [{ agentId: agent.agentId }] });
    expect(await linesOf(conversation)).toEqual(['1 First.', '2 Second: mulberry.']);
    expect(await listed(ada, conversation)).toMatchObject({
      lastMessage: { seq: 2, preview: 'Second: mulberry.' },
      unreadCount: 0,
    });
    const found = await ada.get('/v1/search/messages?q=mulberry');
    expect(found.body.items).toHaveLength(1);
    const log = await ada.get(`/v1/agents/${agent.agentId}/deliveries/${sent.deliveries[0].deliveryId}`);
    expect(log.status).toBe(200);
  });

  it('follows a reply of the agent without reading the conversation', async () => {
    const conversation = await cachedConversation();
    const { deliveries } = await say(ada, conversation, 'And?');
    expect((await agent.reply(deliveries[0].deliveryId, 'This.')).status).toBe(202);
    expect(await fromCache(server.app, messageOf(ada, conversation, 'Thanks.'))).toEqual([4]);
  });

  it('is not written if the cached last message is outdated, and follows without a gap once it was read', async () => {
    const conversation = await cachedConversation();
    await elsewhere(conversation);
    expect(await fromCache(server.app, messageOf(ada, conversation, 'Lost.'))).toEqual([null]);
    expect((await say(ada, conversation, 'Third.')).seq).toBe(3);
    expect(await linesOf(conversation)).toEqual(['1 First.', '2 From elsewhere.', '3 Third.']);
  });

  it.each<[string, (conversation: string) => Promise<unknown>, number | null]>([
    [
      'left it',
      (conversation) =>
        sql`delete from conversation_people where conversation_id = ${conversation} and user_id = ${ada.userId}`.execute(
          server.app.storage.db,
        ),
      null,
    ],
    [
      'deleted the conversation',
      (conversation) =>
        sql`update conversations set deleted_at = now() where conversation_id = ${conversation}`.execute(
          server.app.storage.db,
        ),
      null,
    ],
    [
      'was added',
      (conversation) =>
        sql`insert into conversation_people (conversation_id, user_id, joined_at) values (${conversation}, ${ben.userId}, now())`.execute(
          server.app.storage.db,
        ),
      null,
    ],
    [
      'removed the agent',
      (conversation) =>
        sql`update conversations set agent_id = null where conversation_id = ${conversation}`.execute(
          server.app.storage.db,
        ),
      null,
    ],
    [
      'kept messages from the agent',
      (conversation) =>
        sql`insert into conversation_hearing (conversation_id, agent_hears) values (${conversation}, 'mentions')`.execute(
          server.app.storage.db,
        ),
      null,
    ],
    ['changed nothing', async () => undefined, 2],
  ])('is written from the cache only if nobody %s without a signal', async (_what, change, seq) => {
    const conversation = await cachedConversation();
    await change(conversation);
    expect(await fromCache(server.app, messageOf(ada, conversation, 'Second.'))).toEqual([seq]);
  });

  it('is read by its author, who has marked the conversation as read since the last message', async () => {
    const conversation = await cachedConversation(false, [ben]);
    await say(ben, conversation, 'Second.');
    expect((await ada.put(`/v1/conversations/${conversation}/read`, { seq: 2 })).status).toBe(204);
    expect(await fromCache(server.app, messageOf(ada, conversation, 'Third.'))).toEqual([3]);
    expect(await listed(ada, conversation)).toMatchObject({ readSeq: 3, unreadCount: 0 });
    expect(await listed(ben, conversation)).toMatchObject({ readSeq: 2, unreadCount: 1 });
  });

  it('is not written if its sender has blocked the agent or the agent was paused', async () => {
    const conversation = await cachedConversation();
    const { db } = server.app.storage;
    await sql`update memberships set blocked = true where user_id = ${ada.userId} and agent_id = ${agent.agentId}`.execute(
      db,
    );
    expect(await fromCache(server.app, messageOf(ada, conversation, 'Blocked.'))).toEqual([null]);
    await sql`update memberships set blocked = false where user_id = ${ada.userId}`.execute(db);
    const again = await cachedConversation();
    await sql`update agents set status = 'paused' where agent_id = ${agent.agentId}`.execute(db);
    expect(await fromCache(server.app, messageOf(ada, again, 'Paused.'))).toEqual([null]);
    expect((await say(ada, again, 'Paused.')).deliveries).toEqual([]);
    await sql`update agents set status = 'live' where agent_id = ${agent.agentId}`.execute(db);
  });

  it('is not written if its key was used on another server or earlier in the batch', async () => {
    const conversation = await cachedConversation(false, [ben]);
    const key = randomUUID();
    const [first] = await sendUnderLock(other, [messageOf(ada, conversation, 'Once.', key)]);
    server.app.conversationCache.advance(conversation as ConversationId, { seq: 2, at: new Date(server.clock.now()) });
    expect(await sendFromCache(server.app, [messageOf(ada, conversation, 'Once.', key)])).toEqual([null]);
    expect(await sendUnderLock(server.app, [messageOf(ada, conversation, 'Once.', key)])).toEqual([
      { ...first, replayed: true },
    ]);
    await say(ada, conversation, 'Third.');
    const twin = () => messageOf(ada, conversation, 'Twice.', 'a key');
    expect(await fromCache(server.app, twin(), twin())).toEqual([4, null]);
    expect(await linesOf(conversation)).toEqual(['1 First.', '2 Once.', '3 Third.', '4 Twice.']);
  });

  it('is written although another conversation of the batch is outdated', async () => {
    const [stale, fresh] = [await cachedConversation(), await cachedConversation()];
    await elsewhere(stale);
    const sends = [
      messageOf(ada, stale, 'a'),
      messageOf(ada, fresh, 'b'),
      messageOf(ada, stale, 'c'),
      messageOf(ada, fresh, 'd'),
    ];
    expect(await fromCache(server.app, ...sends)).toEqual([null, 2, null, 3]);
    expect(await linesOf(stale)).toEqual(['1 First.', '2 From elsewhere.']);
    expect(await linesOf(fresh)).toEqual(['1 First.', '2 b', '3 d']);
  });

  it('leaves no gap in a conversation and one message for each key, on two servers with any cache', async () => {
    const text = fc.constantFrom('one', 'two');
    const step = fc.record({
      here: fc.boolean(),
      by: fc.boolean(),
      conversation: fc.nat(1),
      text,
      key: fc.option(fc.nat(3)),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        async (rounds) => {
          const conversations = [await openConversation(ada, agent, [ben]), await openConversation(ada, null, [ben])];
          const answers = new Map<string, Set<string>>();
          for (const round of rounds) {
            const sent = round.map(async ({ here, by, conversation, text: said, key }) => {
              const message = messageOf(
                by ? ada : ben,
                conversations[conversation] ?? '',
                said,
                key === null ? null : String(key),
              );
              const app = here ? server.app : other;
              const [fast] = isCached(app, message) ? await sendFromCache(app, [message]) : [null];
              const [answer] = fast ? [fast] : await sendUnderLock(app, [message]);
              if (!answer || 'code' in answer) return expect(answer).toEqual({ code: 'idempotency_key_reused' });
              const name = message.key ? `${message.key.digest} ${said}` : randomUUID();
              answers.set(name, (answers.get(name) ?? new Set()).add(answer.body));
            });
            await Promise.all(sent);
          }
          expect([...answers.values()].every(({ size }) => size === 1)).toBe(true);
          const seqs = (await Promise.all(conversations.map((conversation) => messagesOf(ada, conversation)))).map(
            (messages) => messages.map(({ seq }) => seq as number),
          );
          expect(seqs.flat()).toHaveLength(answers.size);
          for (const list of seqs) expect(list).toEqual(list.map((_, place) => place + 1));
        },
      ),
      { numRuns: 12 },
    );
  });
});
