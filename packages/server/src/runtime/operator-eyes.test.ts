import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { registerAgent } from '../testing/contract/agent.ts';
import { awaitDelivery, deliver, openConversation } from '../testing/contract/conversation.ts';
import { readMetrics } from '../testing/contract/metrics.ts';
import { signUp, type Person } from '../testing/contract/person.ts';
import { startWebhook } from '../testing/contract/webhook.ts';
import { openTestStorage } from '../testing/database.ts';
import { createLogger } from '../platform/telemetry/logger.ts';

const lines: Record<string, unknown>[] = [];
const logged = (msg: string) => lines.filter((line) => line['msg'] === msg);
const env = { PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8', PARLEY_MAX_ATTEMPTS: '1' };
let server: TestServer;
let ada: Person;
beforeAll(async () => {
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  server = await startServerOn(await openTestStorage(), env, log);
  ada = await signUp(server);
});
afterAll(() => server.stop());

async function failingAgent(status: number, messages: number) {
  const hook = await startWebhook(server);
  hook.answer(status);
  const agent = await registerAgent(server, ada, { transport: 'webhook', webhook_url: hook.url });
  const conversation = await openConversation(ada, agent);
  for (let sent = 0; sent < messages; sent++) {
    const id = await deliver(ada, conversation, 'hello');
    await awaitDelivery(server, agent, id, { status: 'failed' });
  }
  return { agent, hook, conversation };
}

const patience = { timeout: 10_000 };

describe('which agent fails', () => {
  it('is in the log once, when more than 20 of its deliveries failed for good within an hour', async () => {
    const { agent } = await failingAgent(400, 20);
    expect(logged('agent fails deliveries for good')).toEqual([]);
    const conversation = await openConversation(ada, agent);
    for (let sent = 0; sent < 3; sent++)
      await awaitDelivery(server, agent, await deliver(ada, conversation, 'more'), { status: 'failed' });
    await vi.waitFor(async () => {
      expect(logged('agent fails deliveries for good')).toMatchObject([
        { level: 40, agentId: agent.agentId, failed: 21, withinSeconds: 3600 },
      ]);
      expect((await readMetrics(server)).of('parley_failing_agents')).toBe(1);
    }, patience);
  });

  it('is in the log when its circuit opens, and when it closes', async () => {
    const { agent, hook, conversation } = await failingAgent(503, 20);
    expect(logged('webhook circuit opened')).toMatchObject([
      { level: 40, agentId: agent.agentId, outcome: 'http_error', statusCode: 503 },
    ]);
    hook.answer(200);
    await server.clock.advance(16_000);
    await awaitDelivery(server, agent, await deliver(ada, conversation, 'again'), { status: 'delivered' });
    expect(logged('webhook circuit closed')).toMatchObject([{ level: 30, agentId: agent.agentId }]);
  });

  it('is in the log when its webhook answers 410', async () => {
    const { agent } = await failingAgent(410, 1);
    await vi.waitFor(() =>
      expect(logged('agent paused: its webhook answered 410 Gone')).toMatchObject([
        { level: 40, agentId: agent.agentId },
      ]),
    );
  });
});

describe('whether the server keeps up', () => {
  it('counts what waits by reason, and dates a delivery that lies ahead by when it was first seen', async () => {
    const agent = await registerAgent(server, ada);
    const conversation = await openConversation(ada, agent);
    await server.app.engine.idle();
    const before = await readMetrics(server);
    const id = await deliver(ada, conversation, 'dated ahead');
    await server.app.engine.idle();
    // Its only attempt is over, so it is queued anew.
    await sql`
      insert into delivery_queue (delivery_id, agent_id, conversation_id, next_attempt_at, fence, attempt_count)
      select delivery_id, agent_id, conversation_id, now() + interval '100 days', 0, 0 from deliveries
      where delivery_id = ${id}`.execute(server.app.storage.db);
    await sql`update deliveries set created_at = now() + interval '100 days' where delivery_id = ${id}`.execute(
      server.app.storage.db,
    );
    const seen = await readMetrics(server);
    const retry = 'parley_deliveries_waiting{reason="retry"}';
    expect(seen.since(before, retry)).toBe(1);
    const age = 'parley_oldest_unattempted_delivery_age_seconds';
    await vi.waitFor(async () => expect((await readMetrics(server)).of(age)).toBeGreaterThan(0));
    await sql`delete from delivery_queue where delivery_id = ${id}`.execute(server.app.storage.db);
    expect((await readMetrics(server)).of(age)).toBe(0);
  });

  it('says how large the database and the assets are, and what the disk has left', async () => {
    const metrics = await readMetrics(server);
    expect(metrics.of('parley_database_bytes')).toBeGreaterThan(1_000_000);
    expect(metrics.of('parley_disk_free_bytes')).toBeGreaterThan(1_000_000);
    expect(metrics.of('parley_asset_bytes')).toBe(0);
  });
});
