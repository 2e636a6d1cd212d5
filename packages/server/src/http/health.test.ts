import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { registerAgent } from '../testing/contract/agent.ts';
import { call } from '../testing/contract/http.ts';
import { signUp } from '../testing/contract/person.ts';
import { openConversation, say } from '../testing/contract/conversation.ts';
import { openOnServer } from '../testing/database.ts';
import { testServerUrl } from '../testing/databases-under-test.ts';
import { shutDatabase } from '../testing/shut-database.ts';

describe.skipIf(testServerUrl === undefined)('readiness', () => {
  let storage: Awaited<ReturnType<typeof openOnServer>>;
  let server: TestServer;
  beforeAll(async () => {
    storage = await openOnServer(testServerUrl ?? '');
    server = await startServerOn(storage);
  });
  afterAll(() => server.stop());

  const unavailable = { status: 'not_ready', reasons: ['database_unavailable'] };
  const statusOf = async (path: string) => (await call(server.baseUrl + path)).status;
  const becomes = (status: number) =>
    vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(status), { timeout: 20_000, interval: 100 });

  it(
    '§9 is red while the database is away, and green once it is back, in the same process',
    { timeout: 60_000 },
    async () => {
      const ada = await signUp(server);
      const conversation = await openConversation(ada, await registerAgent(server, ada));
      expect(await statusOf('/readyz')).toBe(200);
      await letIn(false);
      await becomes(503);
      expect((await call(`${server.baseUrl}/readyz`)).body).toEqual(unavailable);
      expect(await statusOf('/healthz')).toBe(200);
      expect((await ada.get('/v1/conversations')).status).toBeGreaterThanOrEqual(500);
      await letIn(true);
      await becomes(200);
      await vi.waitFor(async () => expect((await ada.get('/v1/session')).status).toBe(200), { timeout: 20_000 });
      expect((await say(ada, conversation, 'still here')).seq).toBe(1);
    },
  );

  const letIn = (isOpen: boolean) => shutDatabase(testServerUrl ?? '', storage.url, isOpen);
});
