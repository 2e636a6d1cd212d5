import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPostgres } from '../../platform/storage/open-postgres.ts';
import { startServerOn, type TestServer } from '../app.ts';
import { registerAgent } from '../contract/agent.ts';
import { call } from '../contract/http.ts';
import { signUp, type Person } from '../contract/person.ts';
import { messagesOf, openConversation } from '../contract/conversation.ts';
import { startWebhook } from '../contract/webhook.ts';
import { testServerUrl } from '../databases-under-test.ts';
import { createFromTemplate, type ServerDatabase } from '../postgres-template.ts';
import { silentProxy, type SilentProxy } from '../silent-proxy.ts';

const realNow = performance.now.bind(performance);
let aheadMs = 0;
const poolSize = 5;

describe.skipIf(testServerUrl === undefined)('a server whose way to the database swallows packets', () => {
  let database: ServerDatabase;
  let proxy: SilentProxy;
  let server: TestServer;
  let ada: Person;
  beforeAll(async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
    database = await createFromTemplate(testServerUrl ?? '');
    proxy = await silentProxy(database.url);
    // Longer than the timeout of readiness, so that /readyz fails before the connections are closed.
    const storage = await openPostgres({ databaseUrl: proxy.url, poolSize, answerWithinMs: 4_000 });
    server = await startServerOn(storage, { PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
    ada = await signUp(server);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await server.stop();
    await proxy.close();
    await database.drop();
  });

  const send = (conversation: string, text: string) =>
    ada.post(`/v1/conversations/${conversation}/messages`, { text }, { 'idempotency-key': `${conversation} ${text}` });
  /** Lets a sweep run, with time for deliveries that are on their way into memory. */
  const sweep = async () => {
    aheadMs += 6_000;
    await server.clock.advance(15_500);
  };

  it.each(['statement', 'answer'] as const)(
    'answers a send whose commit gets no answer, goes on over another connection, and loses and doubles nothing (the %s is swallowed)',
    { timeout: 120_000 },
    async (swallowed) => {
      const hook = await startWebhook(server);
      const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
      const conversation = await openConversation(ada, agent);
      proxy.silenceAfter(['into the void', 'commit\0'], swallowed);
      const unanswered = await send(conversation, 'into the void');
      expect([unanswered.status, unanswered.body.error.code]).toEqual([503, 'database_unavailable']);
      expect((await send(conversation, 'the next')).status).toBe(201);
      expect((await send(conversation, 'into the void')).status).toBe(201);
      const wanted = ['into the void', 'the next'];
      const kept = await messagesOf(ada, conversation);
      expect(kept.map(({ body }) => body).sort()).toEqual(wanted);
      expect(kept.map(({ seq }) => seq).sort()).toEqual([1, 2]);
      // Deliveries committed without an answer are orphaned. The sweep finds and sends them.
      await vi.waitFor(
        async () => {
          await sweep();
          expect(new Set(hook.requests.map(({ envelope }) => envelope.delivery_id)).size).toBe(2);
          const { rows } = await sql`select from delivery_queue`.execute(server.app.storage.db);
          expect(rows).toHaveLength(0);
        },
        { timeout: 60_000, interval: 50 },
      );
      expect(hook.requests.map(({ envelope }) => envelope.messages[0].text).sort()).toEqual(wanted);
    },
  );

  it('is ready again after all of its connections fell silent at work', { timeout: 60_000 }, async () => {
    const { storage } = server.app;
    const readiness = async () => (await call(`${server.baseUrl}/readyz`)).status;
    let taken = 0;
    let fallSilent: () => void = () => undefined;
    const silent = new Promise<void>((resolve) => (fallSilent = resolve));
    const work = Array.from({ length: poolSize }, () =>
      storage.transaction(async (tx) => {
        await sql`select 1`.execute(tx);
        taken += 1;
        await silent;
        await sql`select 1`.execute(tx);
      }),
    );
    const ended = Promise.allSettled(work);
    await vi.waitFor(() => expect(taken).toBe(poolSize), { timeout: 20_000 });
    proxy.silence();
    fallSilent();
    expect(await readiness()).toBe(503);
    expect((await ended).map(({ status }) => status)).toEqual(work.map(() => 'rejected'));
    await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 20_000, interval: 100 });
    expect((await ada.get('/v1/session')).status).toBe(200);
  });
});
