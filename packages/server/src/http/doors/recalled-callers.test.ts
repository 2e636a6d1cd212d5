import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { callWith, newToken } from '../../testing/contract/bearer.ts';
import { messagesOf, openConversation, say } from '../../testing/contract/conversation.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';

let server: TestServer;
let ada: Person;
let agent: Agent;
let conversation: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
});
afterAll(() => server.stop());
beforeEach(async () => {
  conversation = await openConversation(ada, agent);
});

const path = () => `/v1/conversations/${conversation}/messages`;
const post = (person: Person, text: string, headers: Record<string, string> = {}) =>
  person.post(path(), { text }, headers);
/** Changes the database without a signal to any server. */
const behindItsBack = (statement: ReturnType<typeof sql>) => statement.execute(server.app.storage.db);
const withToken = (token: string): Person => ({
  ...ada,
  post: (to, body, headers = {}) => callWith(server, token, 'POST', to, { body, headers }),
});

/** A person whom the server has cached from an earlier message, and the ways in which their access ends. */
const ends: [string, () => Promise<{ person: Person; end: () => Promise<unknown> }>][] = [
  [
    'session was ended',
    async () => {
      const person = await signIn(server, ada);
      return { person, end: () => person.del('/v1/session') };
    },
  ],
  [
    'session was ended behind its back',
    async () => {
      const person = await signIn(server, ada);
      const newest = sql`select token_hash from sessions where user_id = ${ada.userId} order by session_id desc limit 1`;
      return { person, end: () => behindItsBack(sql`delete from sessions where token_hash = (${newest})`) };
    },
  ],
  [
    'session ran out',
    async () => {
      const person = await signIn(server, ada);
      const newest = sql`select token_hash from sessions where user_id = ${ada.userId} order by session_id desc limit 1`;
      return {
        person,
        end: () =>
          behindItsBack(
            sql`update sessions set expires_at = ${new Date(server.clock.now())} where token_hash = (${newest})`,
          ),
      };
    },
  ],
  [
    'token was deleted behind its back',
    async () => {
      const { token, item } = await newToken(ada);
      return {
        person: withToken(token),
        end: () => behindItsBack(sql`delete from access_tokens where token_id = ${item.tokenId}`),
      };
    },
  ],
];

describe('a message of somebody whom the server knows from one before', () => {
  it.each(ends)('is refused, and nothing of it kept, once their %s', async (_what, open) => {
    const { person, end } = await open();
    const key = { 'idempotency-key': randomUUID() };
    expect((await post(person, 'First.')).status).toBe(201);
    expect((await post(person, 'Second.', key)).status).toBe(201);
    await end();
    const refused = [
      await post(person, 'Third.'),
      // A missing conversation, an invalid body, a key with a stored answer: each gives the same refusal.
      await person.post('/v1/conversations/cnv_01ARZ3NDEKTSV4RRFFQ69G5FAV/messages', { text: 'Where?' }),
      await person.post(path(), { words: 1 }),
      await post(person, 'Second.', key),
      await post(person, 'x'.repeat(400_000), key),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(refused.map(({ body }) => body.error.code)).toEqual(Array(5).fill('unauthenticated'));
    expect((await messagesOf(ada, conversation)).map(({ body }) => body)).toEqual(['First.', 'Second.']);
  });

  it.each(ends)(
    'is not told what a key was answered with, should that be the first they ask once their %s',
    async (...[, open]) => {
      for (const text of ['Second.', 'Another.']) {
        const { person, end } = await open();
        const key = { 'idempotency-key': randomUUID() };
        expect((await post(person, 'First.')).status).toBe(201);
        expect((await post(person, 'Second.', key)).status).toBe(201);
        await end();
        const { status, body } = await post(person, text, key);
        expect([status, body.error?.code]).toEqual([401, 'unauthenticated']);
      }
    },
  );

  it('is refused as it would be otherwise while their access lasts', async () => {
    await say(ada, conversation, 'First.');
    expect((await ada.post('/v1/conversations/cnv_01ARZ3NDEKTSV4RRFFQ69G5FAV/messages', { text: '?' })).status).toBe(
      404,
    );
    expect((await ada.post(path(), { words: 1 })).status).toBe(400);
  });

  it('tells the agent of them as they are by now, whoever changed that', async () => {
    await say(ada, conversation, 'First.');
    await behindItsBack(sql`update users set locale = 'sw', timezone = 'Africa/Nairobi' where user_id = ${ada.userId}`);
    const { deliveries } = await say(ada, conversation, 'Second.');
    const { rows } = await sql<{ body: Buffer }>`
      select body from deliveries where delivery_id = ${deliveries[0].deliveryId}`.execute(server.app.storage.db);
    expect(JSON.parse(String(rows[0]?.body)).user).toMatchObject({ locale: 'sw', timezone: 'Africa/Nairobi' });
  });

  it('is a use of their session, noted once a minute', async () => {
    const used = async () => {
      const { items } = (await ada.get('/v1/sessions')).body;
      return items.find(({ current }: { current: boolean }) => current).lastUsedAt as string;
    };
    await say(ada, conversation, 'First.');
    const before = await used();
    await server.clock.advance(61_000);
    await say(ada, conversation, 'Second.');
    await server.app.engine.idle();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { rows } = await sql<{ at: Date }>`
      select max(last_used_at) as at from sessions where user_id = ${ada.userId}`.execute(server.app.storage.db);
    expect(rows[0]?.at.getTime()).toBeGreaterThan(Date.parse(before) + 60_000);
  });
});
