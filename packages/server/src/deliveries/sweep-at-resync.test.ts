import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../storage/open-postgres.ts';
import { startTestServer, type TestServer } from '../testing/app.ts';
import { registerAgent } from '../testing/contract/agent.ts';
import { quiet } from '../testing/contract/eventually.ts';
import { signUp } from '../testing/contract/person.ts';
import { awaitDelivery, deliver, openRoom } from '../testing/contract/room.ts';
import { startWebhook } from '../testing/contract/webhook.ts';
import { testServerUrl } from '../testing/databases-under-test.ts';
import { createFromTemplate, type ServerDatabase } from '../testing/postgres-template.ts';

describe.skipIf(testServerUrl === undefined)('a server that lost its line to the others', () => {
  let database: ServerDatabase;
  let server: TestServer;
  beforeAll(async () => {
    database = await createFromTemplate(testServerUrl ?? '');
    const storage = await openPostgres({ databaseUrl: database.url, poolSize: 5 });
    const env = {
      DATABASE_URL: database.url,
      PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
      PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
    };
    server = await startTestServer(env, (spare) => {
      void spare.close();
      return storage;
    });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  it('looks for what it was not told of as soon as the line is back', async () => {
    const ada = await signUp(server);
    const hook = await startWebhook(server);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    hook.answer((_request, count) => ({ status: count === 1 ? 503 : 200 }));
    const deliveryId = await deliver(ada, await openRoom(ada, agent), 'hello');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });

    // Somebody else makes it due, and is not heard.
    const stranger = new pg.Client({ connectionString: database.url });
    await stranger.connect();
    await stranger.query(`update delivery_queue set next_attempt_at = '2000-01-01'`);
    await quiet(server);
    expect(hook.requests).toHaveLength(1);
    await stranger.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await stranger.end();
    // The clock stands still, so that no sweep of its own comes in between.
    await expect.poll(() => hook.requests.length, { timeout: 20_000 }).toBe(2);
  });
});
