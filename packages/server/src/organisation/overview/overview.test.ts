import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyMs } from './start-reporting.ts';
import { version } from '../../platform/settings/version.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { catchUpWithIds } from '../../testing/catch-up-with-ids.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { registerAgent } from '../../testing/contract/agent.ts';
import { callWith, newToken } from '../../testing/contract/bearer.ts';
import { deliver, openConversation } from '../../testing/contract/conversation.ts';
import { eventually } from '../../testing/contract/eventually.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { openEventStream } from '../../testing/contract/sse.ts';
import { testServerUrl } from '../../testing/databases-under-test.ts';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startTestServer();
  root = await firstAdmin(server);
  await catchUpWithIds(server);
  root = await signIn(server, root);
}, 60_000);
afterAll(() => server.stop());

const overview = async (): Promise<Json> => (await root.get('/v1/admin/overview')).body.item;

describe('§21 the overview', { timeout: 60_000 }, () => {
  it('has exactly these figures', async () => {
    const ada = await signUp(server);
    const { userId } = await signUp(server);
    await root.patch(`/v1/admin/people/${userId}`, { status: 'disabled' });
    const gone = await signUp(server);
    await root.post(`/v1/admin/people/${gone.userId}/erase`, { confirm: gone.handle });
    const agent = await registerAgent(server, ada);
    await deliver(ada, await openConversation(ada, agent), 'Hello');
    await server.clock.advance(1500);
    const item = await overview();
    expect(item).toEqual({
      version,
      servers: [
        {
          nodeId: expect.any(String),
          version,
          startedAt: expect.stringMatching(/Z$/),
          streams: 0,
          clockSkewSeconds: 0,
        },
      ],
      people: { total: 3, active30d: 2, disabled: 1 },
      agents: 1,
      conversations: 1,
      messages24h: 1,
      deliveries: { pending: 1, failed24h: expect.any(Number), oldestWaitingSeconds: expect.any(Number) },
      databaseBytes: expect.any(Number),
      assetBytes: 0,
      diskFreeBytes: expect.any(Number),
      mail: { configured: false, lastErrorAt: null },
      backup: { lastAt: null, lastResult: null },
    });
    expect(item.databaseBytes).toBeGreaterThan(1_000_000);
  });

  it('counts the streams that were open at the last report', async () => {
    const stream = await openEventStream(`${server.baseUrl}/v1/events`, { cookie: root.cookie });
    await server.clock.advance(everyMs);
    expect((await overview()).servers).toMatchObject([{ streams: 1 }]);
    stream.close();
  });

  it.skipIf(testServerUrl !== undefined)(
    'lists the server of an embedded database, whose row nobody renews',
    async () => {
      await sql`update nodes set alive_until = now() - interval '1 second'`.execute(server.app.storage.db);
      expect((await overview()).servers).toMatchObject([{ version }]);
    },
  );

  it('counts messages and failures of the last day, and who was there in the last 30 days', async () => {
    // The delivery that waits is tried until it has failed, and a line in the room says so.
    await eventually(server, 'the delivery to end', async () => {
      await server.clock.leap(3_600_000);
      return (await overview()).deliveries.pending === 0;
    });
    await server.clock.leap(25 * 3_600_000);
    expect(await overview()).toMatchObject({ messages24h: 0, deliveries: { failed24h: 0 } });
    await server.clock.leap(30 * 86_400_000);
    root = await signIn(server, root);
    expect((await overview()).people).toEqual({ total: 3, active30d: 1, disabled: 1 });
  });

  it('is for administrators and their tokens', async () => {
    const ada = await signUp(server);
    expectRefusal(await ada.get('/v1/admin/overview'), 403, 'admin_required');
    const { token } = await newToken(root, { admin: true, expiresInDays: 1 });
    expect((await callWith(server, token, 'GET', '/v1/admin/overview')).status).toBe(200);
  });
});
