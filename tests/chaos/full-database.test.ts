import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { registerAgent } from '../../packages/server/src/testing/contract/agent.ts';
import { messagesOf, openConversation } from '../../packages/server/src/testing/contract/conversation.ts';
import { call, type Answer } from '../../packages/server/src/testing/contract/http.ts';
import { signUp, type Person } from '../../packages/server/src/testing/contract/person.ts';
import { embedded } from '../../packages/server/src/testing/databases-under-test.ts';
import { serverProcess } from '../../packages/server/src/testing/durability/server-process.ts';
import { realClock } from '../../packages/server/src/testing/fake-clock.ts';
import { prepareDataFolder } from '../../packages/server/src/testing/prepared-folder.ts';
import { startOwnPostgres } from '../../packages/server/src/testing/postgres/own-postgres.ts';
import { whyNoPostgres } from '../../packages/server/src/testing/postgres/postgres-process.ts';
import { mayMount, mountSmallDisk, type SmallDisk } from '../../packages/server/src/testing/postgres/small-disk.ts';

interface Place {
  readonly env: Record<string, string>;
  readonly disk: SmallDisk;
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const freshFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-full-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const cannotMount = mayMount() ? null : 'this process may not mount a disk';
const places: { name: string; skipped: string | null; make(): Promise<Place> }[] = [
  {
    name: 'PostgreSQL',
    skipped: cannotMount ?? whyNoPostgres(),
    async make() {
      const own = await startOwnPostgres(200);
      const disk = own?.disk();
      if (!own || !disk) throw new Error('There is no PostgreSQL of our own.');
      ends.push(() => own.close());
      const secretKey = randomBytes(32).toString('base64');
      return {
        env: { DATABASE_URL: own.url, PARLEY_SECRET_KEY: secretKey, PARLEY_DATA_DIR: await freshFolder() },
        disk,
      };
    },
  },
  {
    name: 'the embedded database',
    skipped: cannotMount ?? (embedded.skip ? 'a server is named' : null),
    async make() {
      const folder = await freshFolder();
      const disk = mountSmallDisk(folder, 200);
      if (!disk) throw new Error('There is no small disk.');
      ends.push(() => disk.unmount());
      await prepareDataFolder(folder);
      return { env: { PARLEY_DATA_DIR: folder }, disk };
    },
  },
];

describe.each(places)('a full disk under $name', ({ skipped, make }) => {
  it.skipIf(skipped !== null)(
    `§27 refuses what writes as storage_full, lets reads go on, and is over by itself${skipped ? ` (SKIPPED: ${skipped})` : ''}`,
    { timeout: 120_000 },
    async () => {
      const { env, disk } = await make();
      const server = await serverProcess(env);
      ends.push(() => server.end('SIGKILL'));
      await server.start();
      const known = { baseUrl: server.baseUrl, clock: realClock, demoUrl: null };
      const ada = await signUp(known);
      const room = await openConversation(ada, await registerAgent(known, ada));
      const readiness = async () => (await call(`${server.baseUrl}/readyz`)).body.reasons;
      const accepted: string[] = [];
      for (let sent = 0; sent < 20; sent++) expect((await speak(ada, room, accepted)).status).toBe(201);

      await disk.fill();
      let refused = await speak(ada, room, accepted);
      for (let sent = 0; refused.status === 201 && sent < 2000; sent++) refused = await speak(ada, room, accepted);
      const fullAt = performance.now();
      expectRefused(refused);
      await vi.waitFor(async () => expect(await readiness()).toEqual(['storage_full']), {
        timeout: 5_000,
        interval: 100,
      });
      expect(performance.now() - fullAt).toBeLessThan(5_000);
      const reads = [
        '/v1/session',
        '/v1/conversations',
        `/v1/conversations/${room}/messages`,
        '/v1/notifications',
        '/v1/waiting',
      ];
      for (let round = 0; round < 10; round++) {
        for (const path of reads) expect([path, (await ada.get(path)).status]).toEqual([path, 200]);
        expectRefused(await speak(ada, room, accepted));
      }

      await disk.empty();
      const roomAt = performance.now();
      await vi.waitFor(async () => expect(await readiness()).toEqual([]), { timeout: 20_000, interval: 100 });
      expect(performance.now() - roomAt).toBeLessThan(15_000);
      expect((await speak(ada, room, accepted)).status).toBe(201);
      expect(await textsOf(ada, room)).toEqual(accepted);
      await server.end('SIGKILL');
      await server.start();
      expect(await textsOf(ada, room)).toEqual(accepted);
    },
  );
});

/** Says something that takes pages of its own, and notes it where it was accepted. */
async function speak(person: Person, room: string, accepted: string[]): Promise<Answer> {
  const text = `${accepted.length} ${randomBytes(3_500).toString('hex')}`;
  const answer = await person.post(`/v1/conversations/${room}/messages`, { text });
  if (answer.status === 201) accepted.push(text);
  return answer;
}

function expectRefused(answer: Answer): void {
  const { status, body, headers } = answer;
  expect([status, body?.error?.code, headers.get('retry-after')], answer.text).toEqual([503, 'storage_full', '5']);
}

async function textsOf(person: Person, room: string): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const page = await messagesOf(person, room, `?limit=200&after=${texts.length}`);
    if (page.length === 0) return texts;
    texts.push(...page.map((message) => message.body));
  }
}
