import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { refusals } from '@parley/protocol';
import { readConfig } from '../platform/settings/config.ts';
import { createLogger } from '../platform/telemetry/logger.ts';
import { openServer, type Server } from '../runtime/open-server.ts';
import { registerAgent } from '../testing/contract/agent.ts';
import { call } from '../testing/contract/http.ts';
import { signUp } from '../testing/contract/person.ts';
import { openConversation } from '../testing/contract/conversation.ts';
import { testServerUrl } from '../testing/databases-under-test.ts';
import { realClock } from '../testing/fake-clock.ts';
import { createFromTemplate, type ServerDatabase } from '../testing/postgres-template.ts';
import { shutDatabase } from '../testing/shut-database.ts';

const asJson = { 'content-type': 'application/json' };
const signIn = JSON.stringify({ handle: 'ada', password: 'a long password' });

interface Entry {
  readonly level: number;
  readonly msg: string;
  readonly err?: unknown;
}

describe.skipIf(testServerUrl === undefined)('while the database is away', { timeout: 120_000 }, () => {
  let database: ServerDatabase;
  let folder: string;
  let server: Server;
  const entries: Entry[] = [];
  const log = createLogger('info', { write: (line) => void entries.push(JSON.parse(line) as Entry) });
  beforeAll(async () => {
    database = await createFromTemplate(testServerUrl ?? '');
    folder = await mkdtemp(join(tmpdir(), 'parley-away-'));
    const config = readConfig({
      DATABASE_URL: database.url,
      PARLEY_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      PARLEY_DATA_DIR: folder,
      PARLEY_PORT: '0',
      PARLEY_RATE_LIMIT: 'off',
    });
    server = await openServer({ config, log });
  }, 120_000);
  afterAll(async () => {
    await server.close(1000);
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('each route that needs it answers 503 with Retry-After, and the log has a line when it goes and one when it is back', async () => {
    const known = { baseUrl: server.localUrl, clock: realClock, demoUrl: null };
    const ada = await signUp(known);
    const agent = await registerAgent(known, ada);
    const conversation = await openConversation(ada, agent);
    entries.length = 0;
    await shutDatabase(testServerUrl ?? '', database.url, false);
    const calls = [
      () => ada.get('/v1/conversations'),
      () => ada.get('/v1/session'),
      () => ada.post(`/v1/conversations/${conversation}/messages`, { text: 'hello' }),
      () => call(`${server.localUrl}/v1/session`, { method: 'POST', headers: asJson, body: signIn }),
      () => agent.send('/hooks/v1/agents/search?q=x'),
    ];
    for (const send of [...calls, ...calls]) {
      const answer = await send();
      expect([answer.status, answer.body.error?.code]).toEqual([503, 'database_unavailable']);
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    expect(refusals.database_unavailable.retryable).toBe(true);
    await vi.waitFor(async () => expect((await call(`${server.localUrl}/readyz`)).status).toBe(503), 20_000);
    await vi.waitFor(() => expect(tellings()).toEqual(['the database is away']), 20_000);

    await shutDatabase(testServerUrl ?? '', database.url, true);
    await vi.waitFor(async () => expect((await ada.get('/v1/conversations')).status).toBe(200), 20_000);
    await vi.waitFor(() => expect(tellings()).toEqual(['the database is away', 'the database is back']), 20_000);
    expect(entries.filter(({ msg, err }) => err !== undefined && !msg.startsWith('signal bus'))).toEqual([]);
  });

  const tellings = () => entries.map(({ msg }) => msg).filter((msg) => msg.startsWith('the database is'));
});
