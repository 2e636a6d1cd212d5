import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { registerAgent } from '../contract/agent.ts';
import { signUp } from '../contract/person.ts';
import { messagesOf, openConversation } from '../contract/conversation.ts';
import { realClock } from '../fake-clock.ts';
import { createDatabase } from '../postgres-template.ts';
import { embedded, testServerUrl } from '../databases-under-test.ts';
import { Arrivals, followRelay, openWebhook } from './arrivals.ts';
import { prepareDataFolder } from '../prepared-folder.ts';
import { serverProcess } from './server-process.ts';
import { Talker, type Accepted } from './talkers.ts';

const isLong = process.env['PARLEY_LONG'] === '1';
const kills = isLong ? 10 : 2;
const resumeWithinMs = 15_000;

interface Place {
  readonly env: Record<string, string>;
  clear(): Promise<void>;
}

const places: { name: string; skip: boolean; make(): Promise<Place> }[] = [
  {
    name: embedded.name,
    skip: embedded.skip,
    async make() {
      const folder = await mkdtemp(join(tmpdir(), 'parley-kill-'));
      await prepareDataFolder(folder);
      return { env: { PARLEY_DATA_DIR: folder }, clear: () => rm(folder, { recursive: true, force: true }) };
    },
  },
  {
    name: 'PostgreSQL',
    skip: testServerUrl === undefined,
    async make() {
      const database = await createDatabase(testServerUrl ?? '');
      const folder = await mkdtemp(join(tmpdir(), 'parley-kill-'));
      const secretKey = randomBytes(32).toString('base64');
      return {
        env: { DATABASE_URL: database.url, PARLEY_SECRET_KEY: secretKey, PARLEY_DATA_DIR: folder },
        async clear() {
          await database.drop();
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
  },
];

describe.each(places)('a server on $name that is killed in the middle of load', ({ skip, make }) => {
  it.skipIf(skip)(
    `§1 §6 loses nothing that it accepted, and gives it all within 15 s of its last start (${kills} kills)`,
    async () => {
      const place = await make();
      const arrivals = new Arrivals();
      const hook = await openWebhook(arrivals, 5);
      const server = await serverProcess(place.env);
      const stops: (() => Promise<unknown>)[] = [];
      try {
        await server.start();
        const known = { baseUrl: server.baseUrl, clock: realClock, demoUrl: null };
        const ada = await signUp(known);
        const hooked = await registerAgent(known, ada, { transport: 'webhook', webhook_url: hook.url });
        const relayed = await registerAgent(known, ada);
        const conversations: string[] = [];
        for (let i = 0; i < 24; i++) conversations.push(await openConversation(ada, i % 3 === 0 ? relayed : hooked));
        const hookedConversations = conversations.filter((_room, place) => place % 3 !== 0);
        const relay = followRelay(relayed, arrivals);
        stops.push(() => relay.stop());
        const talker = new Talker(ada, conversations, 30);
        stops.push(() => talker.stop());
        talker.start();

        for (let kill = 0; kill < kills; kill++) {
          const load = talker.accepted.length + 150;
          await until(() => talker.accepted.length >= load, Date.now() + 20_000);
          await pause(Math.random() * 1000);
          await server.end('SIGKILL');
          await server.start();
        }
        const lastStart = Date.now();
        await talker.stop();
        await until(
          () => talker.accepted.every(({ text }) => arrivals.texts.has(text)),
          lastStart + resumeWithinMs + 5000,
        );

        expect(talker.surprises).toEqual([]);
        expect(missing(talker.accepted, arrivals)).toEqual([]);
        for (const { text, deliveryId, at } of talker.accepted) {
          const arrived = arrivals.texts.get(text);
          expect([...(arrived?.deliveryIds ?? [])]).toEqual([deliveryId]);
          expect((arrived?.at ?? Infinity) - Math.max(at, lastStart)).toBeLessThan(resumeWithinMs);
        }
        for (const conversation of conversations)
          await expectWhole(conversation, talker.accepted, (query) => messagesOf(ada, conversation, query));
        for (const conversation of hookedConversations) {
          const said = talker.accepted
            .filter((message) => message.conversation === conversation)
            .sort((a, b) => a.seq - b.seq);
          expect(arrivals.order.get(conversation)).toEqual(said.map((message) => message.text));
        }
        const latest = Math.max(...[...arrivals.texts.values()].map(({ at }) => at)) - lastStart;
        process.stderr.write(
          `  ${kills} kills, ${talker.accepted.length} messages accepted, ${talker.repeats} sends repeated, ` +
            `${arrivals.duplicates} deliveries came twice, the last ${latest} ms after the last start\n`,
        );
      } finally {
        await Promise.race([Promise.all(stops.map((stop) => stop())), pause(3000)]);
        await server.end('SIGKILL');
        await hook.close();
        await place.clear();
      }
    },
    isLong ? 600_000 : 180_000,
  );
});

/** Expects each accepted message once in the conversation, with no gap in the order. */
async function expectWhole(
  conversation: string,
  accepted: readonly Accepted[],
  read: (query: string) => ReturnType<typeof messagesOf>,
): Promise<void> {
  const lines: Awaited<ReturnType<typeof read>> = [];
  for (;;) {
    const page = await read(`?limit=200&after=${lines.length}`);
    if (page.length === 0) break;
    lines.push(...page);
  }
  expect(lines.map((line) => line.seq)).toEqual(lines.map((_line, place) => place + 1));
  const here = accepted.filter((message) => message.conversation === conversation);
  const wanted = here.sort((a, b) => a.seq - b.seq).map(({ messageId, text }) => `${messageId} ${text}`);
  expect(lines.map((line) => `${line.messageId} ${line.body}`)).toEqual(wanted);
}

function missing(accepted: readonly Accepted[], arrivals: Arrivals): string[] {
  return accepted
    .filter(({ text }) => !arrivals.texts.has(text))
    .map(({ deliveryId, text }) => `${deliveryId} ${text}`);
}

async function until(condition: () => boolean, deadline: number): Promise<void> {
  while (!condition() && Date.now() < deadline) await pause(20);
}
