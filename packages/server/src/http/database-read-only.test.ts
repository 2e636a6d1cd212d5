import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { setReadOnly } from '../testing/access-mode.ts';
import { say } from '../testing/contract/conversation.ts';
import { call, type Answer } from '../testing/contract/http.ts';
import { openOnServer } from '../testing/database.ts';
import { testServerUrl } from '../testing/databases-under-test.ts';
import { createLogger } from '../platform/telemetry/logger.ts';
import { agentCalls } from './fixtures/agent-calls.ts';
import { humanCalls } from './fixtures/human-calls.ts';
import { providerEnv } from './fixtures/sign-in-calls.ts';
import { gatherPeople, newWorld, type People, type PrepareCall } from './fixtures/world.ts';

interface Entry {
  readonly level: number;
  readonly msg: string;
}

/** GET routes that write nevertheless: they register the stream for other servers, or sign in. */
const writingReads = [
  'GET /hooks/v1/stream',
  'GET /v1/agents/{agentId}/listen',
  'GET /v1/oidc/{providerId}/callback',
  // The download is a row of the audit log.
  'GET /v1/exports/{exportId}/file',
];
/** Calls that write nothing themselves: two ask another server, the third writes behind its answer, which tells nothing. */
const readingWrites = ['POST /v1/models/list', 'POST /v1/session/identities', 'POST /v1/password-resets'];
const patient = { timeout: 20_000, interval: 100 };

describe.skipIf(testServerUrl === undefined)('while the database is read-only', { timeout: 120_000 }, () => {
  const entries: Entry[] = [];
  const log = createLogger('info', { write: (line) => void entries.push(JSON.parse(line) as Entry) });
  let storage: Awaited<ReturnType<typeof openOnServer>>;
  let server: TestServer;
  let people: People;
  let asked: readonly (readonly [route: string, answer: Answer])[];
  const readiness = async () => {
    const { status, body } = await call(`${server.baseUrl}/readyz`);
    return { code: status, ...body };
  };
  const turns = () => entries.map(({ msg }) => msg).filter((msg) => msg.startsWith('the database takes'));

  /** Prepares calls, and makes them once the database is read-only. */
  const askReadOnly = async (calls: Readonly<Record<string, PrepareCall>>) => {
    const prepared = [];
    for (const [route, prepare] of Object.entries(calls))
      prepared.push([route, await prepare(await newWorld(people))] as const);
    await server.app.engine.idle();
    entries.length = 0;
    await setReadOnly(testServerUrl ?? '', storage.url, true);
    await vi.waitFor(async () => expect((await people.ada.get('/v1/session')).status).toBe(200), patient);
    const answers = [];
    for (const [route, ask] of prepared) answers.push([route, await ask()] as const);
    return answers;
  };

  beforeAll(async () => {
    storage = await openOnServer(testServerUrl ?? '', 5, log);
    server = await startServerOn(storage, { PARLEY_STARTING_COINS: '100000', ...(await providerEnv()) }, log);
    people = await gatherPeople(server);
    // Opens the account, which is a write.
    await people.ada.get('/v1/wallet');
    // Setting up needs a server without administrators, and other calls need one.
    const { 'POST /v1/setup': setUp, ...others } = { ...humanCalls, ...agentCalls };
    const first = await askReadOnly({ 'POST /v1/setup': setUp as PrepareCall });
    await setReadOnly(testServerUrl ?? '', storage.url, false);
    await vi.waitFor(async () => expect((await readiness()).reasons).toEqual([]), patient);
    asked = [...first, ...(await askReadOnly(others))];
  }, 120_000);
  afterAll(() => server.stop());

  it('§27 every call that reads goes on', () => {
    const reads = asked.filter(([route]) => route.startsWith('GET') && !writingReads.includes(route));
    const failed = reads.filter(([, { status }]) => status >= 400).map(([route, { status }]) => `${route} ${status}`);
    expect(failed).toEqual([]);
    expect(reads.length).toBeGreaterThan(30);
  });

  it('§27 every call that writes is 503 database_read_only with Retry-After', () => {
    const writes = asked.filter(
      ([route]) => (!route.startsWith('GET') || writingReads.includes(route)) && !readingWrites.includes(route),
    );
    const others = writes.filter(
      ([, { status, body, headers }]) =>
        status !== 503 || body?.error?.code !== 'database_read_only' || headers.get('retry-after') !== '5',
    );
    expect(others.map(([route, { status, text }]) => `${route} ${status} ${text.slice(0, 80)}`)).toEqual([]);
  });

  it('§27 the server is not ready, says so in one line, and is ready again within 15 seconds of the end', async () => {
    expect(await readiness()).toEqual({ code: 503, status: 'not_ready', reasons: ['database_read_only'] });
    await setReadOnly(testServerUrl ?? '', storage.url, false);
    await vi.waitFor(async () => expect((await readiness()).reasons).toEqual([]), patient);
    // Old connections keep their access mode, and are replaced before they are used for writes.
    for (let sent = 0; sent < 20; sent += 1) {
      const { conversation } = await newWorld(people);
      expect((await say(people.ada, conversation, 'still here')).seq).toBe(1);
    }
    expect(turns()).toEqual(['the database takes no writes', 'the database takes writes again']);
    // The failures are logged at debug only. The test once terminated all connections, which logs another line.
    const others = entries.filter(({ level, msg }) => level >= 40 && !msg.startsWith('the database'));
    expect(others.map(({ msg }) => msg)).toEqual([]);
  });
});
