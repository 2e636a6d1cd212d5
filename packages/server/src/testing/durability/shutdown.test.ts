import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import pg from 'pg';
import { registerAgent, type Agent } from '../contract/agent.ts';
import { call } from '../contract/http.ts';
import { signUp, type Person } from '../contract/person.ts';
import { deliver, deliveryOf, openConversation } from '../contract/conversation.ts';
import { startWebhook, type Webhook } from '../contract/webhook.ts';
import { testServerUrl } from '../databases-under-test.ts';
import { realClock } from '../fake-clock.ts';
import { createFromTemplate } from '../postgres-template.ts';
import { prepareDataFolder } from '../prepared-folder.ts';
import { serverProcess, type ServerProcess } from './server-process.ts';

/** Starting a process from its sources takes long on a busy machine. */
const patient = { timeout: 150_000 };
let folder: string;
let running: ServerProcess;
const known = () => ({ baseUrl: running.baseUrl, clock: realClock, demoUrl: null });
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-shutdown-'));
  await prepareDataFolder(folder);
});
afterEach(async () => {
  await running.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Starts a server with one attempt in progress, which waits for `answer`. */
async function underWay(env: Record<string, string> = {}) {
  running = await serverProcess({ PARLEY_DATA_DIR: folder, ...env });
  await running.start();
  const ada: Person = await signUp(known());
  const hook: Webhook = await startWebhook(known());
  let answer: () => void = () => undefined;
  hook.answer(() => new Promise((resolve) => (answer = () => resolve({ status: 200 }))));
  const agent: Agent = await registerAgent(known(), ada, { transport: 'webhook', webhook_url: hook.url });
  const deliveryId = await deliver(ada, await openConversation(ada, agent), 'hello');
  await hook.awaitRequests(1);
  return { ada, agent, deliveryId, answer: () => answer() };
}

const draining = () =>
  vi.waitFor(async () => expect((await call(`${running.baseUrl}/healthz`)).status).toBe(503), { timeout: 10_000 });

describe('a server that is told to stop', () => {
  it(
    '§9 answers 503 with Connection: close, and ends with status 0 once what was under way is done',
    patient,
    async () => {
      const { ada, agent, deliveryId, answer } = await underWay();
      const ended = running.end('SIGTERM');
      await draining();
      const refused = await ada.get('/v1/session');
      expect(refused.status).toBe(503);
      expect(refused.headers.get('connection')).toBe('close');
      expect(refused.body.error.code).toBe('overloaded');
      expect(await Promise.race([ended, pause(500, 'waits')])).toBe('waits');
      answer();
      expect(await ended).toBe(0);
      await running.start();
      expect(await deliveryOf(agent, deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 1 });
    },
  );

  it('takes requests for PARLEY_DRAIN_DELAY while it says that it is not ready', patient, async () => {
    const { ada, answer } = await underWay({ PARLEY_DRAIN_DELAY: '1h' });
    const conversation = await openConversation(ada, null, [await signUp(known())]);
    const ended = running.end('SIGTERM');
    const stopping = { status: 503, body: { status: 'not_ready', reasons: ['stopping'] } };
    await vi.waitFor(async () => expect(await call(`${running.baseUrl}/readyz`)).toMatchObject(stopping), {
      timeout: 10_000,
    });
    expect((await call(`${running.baseUrl}/healthz`)).status).toBe(200);
    expect((await ada.post(`/v1/conversations/${conversation}/messages`, { text: 'still here' })).status).toBe(201);
    answer();
    void running.end('SIGTERM');
    expect(await ended).toBe(1);
  });

  it('ends at once at a second signal', patient, async () => {
    await underWay();
    const ended = running.end('SIGTERM');
    await draining();
    void running.end('SIGTERM');
    expect(await Promise.race([ended, pause(8_000, 'waits')])).toBe(1);
  });

  it.skipIf(testServerUrl === undefined)(
    'leaves what it had in hand to others at a second signal, without waiting for its lease to end',
    patient,
    async () => {
      const database = await createFromTemplate(testServerUrl ?? '');
      const key = randomBytes(32).toString('base64');
      const { deliveryId } = await underWay({ DATABASE_URL: database.url, PARLEY_SECRET_KEY: key });
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      let calls = 0;
      client.on('notification', ({ payload = '' }) => (calls += payload.split('deliveriesDue').length - 1));
      await client.query('listen parley_signals');
      const ended = running.end('SIGTERM');
      await draining();
      await vi.waitFor(() => expect(calls).toBe(1));
      void running.end('SIGTERM');
      await ended;
      // Sent once more after its lease is released: before that, other servers could not claim it.
      await vi.waitFor(() => expect(calls).toBe(2));
      const { rows } = await client.query('select lease_owner from delivery_queue where delivery_id = $1', [
        deliveryId,
      ]);
      expect(rows).toEqual([{ lease_owner: null }]);
      expect((await client.query('select from nodes')).rowCount).toBe(0);
      await client.end();
      await database.drop();
    },
  );
});
