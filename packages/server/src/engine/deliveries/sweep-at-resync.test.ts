import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServerOn, type TestServer } from '../../testing/app.ts';
import { registerAgent } from '../../testing/contract/agent.ts';
import { quiet } from '../../testing/contract/eventually.ts';
import { signUp } from '../../testing/contract/person.ts';
import { awaitDelivery, deliver, openConversation } from '../../testing/contract/conversation.ts';
import { startWebhook } from '../../testing/contract/webhook.ts';
import { openOnServer } from '../../testing/database.ts';
import { testServerUrl } from '../../testing/databases-under-test.ts';

describe.skipIf(testServerUrl === undefined)('a server that lost its line to the others', () => {
  let storage: Awaited<ReturnType<typeof openOnServer>>;
  let server: TestServer;
  beforeAll(async () => {
    storage = await openOnServer(testServerUrl ?? '');
    const env = {
      DATABASE_URL: storage.url,
      PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
      PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
    };
    server = await startServerOn(storage, env);
  });
  afterAll(() => server.stop());

  it('looks for what it was not told of as soon as the line is back', async () => {
    const ada = await signUp(server);
    const hook = await startWebhook(server);
    const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
    hook.answer((_request, count) => ({ status: count === 1 ? 503 : 200 }));
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'hello');
    await awaitDelivery(server, agent, deliveryId, { status: 'failed', attempts: 1 });

    // Another client makes it due and sends no signal.
    const stranger = new pg.Client({ connectionString: storage.url });
    await stranger.connect();
    await stranger.query(`update delivery_queue set next_attempt_at = '2000-01-01'`);
    await quiet(server);
    expect(hook.requests).toHaveLength(1);
    await stranger.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await stranger.end();
    // The clock does not move, so that no regular sweep runs in between.
    await expect.poll(() => hook.requests.length, { timeout: 20_000 }).toBe(2);
  });
});
