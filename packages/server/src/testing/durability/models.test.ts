import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeModel, hangsAfter, says } from '../../../../model/src/testing/fake-model.ts';
import { startTestServer } from '../app.ts';
import { messagesOf, openConversation, say } from '../contract/conversation.ts';
import { eventually } from '../contract/eventually.ts';
import type { Json } from '../contract/http.ts';
import { personWith, signUp, type Person } from '../contract/person.ts';
import { expectRefusal } from '../contract/refused.ts';
import { giveTask, readTask } from '../contract/task.ts';
import { postgres } from '../databases-under-test.ts';
import { fakeClock, realClock } from '../fake-clock.ts';
import { prepareDataFolder } from '../prepared-folder.ts';
import { serverProcess } from './server-process.ts';
import { canShare, openTwoServers, type TwoServers } from './two-servers.ts';

let fake: FakeModel;
beforeAll(async () => void (fake = await new FakeModel().start()));
afterAll(() => fake.stop());
afterEach(() => {
  fake.answers.length = 0;
  fake.requests.length = 0;
});

async function added(person: Person): Promise<{ agentId: string; room: string }> {
  const answer = await person.post('/v1/models', { name: 'Tiny', url: fake.url, model: 'tiny' });
  expect(answer.status, answer.text).toBe(201);
  const { agentId } = answer.body.item;
  return { agentId, room: await openConversation(person, answer.body.item) };
}

const shows = async (person: Person, room: string, words: string): Promise<boolean> =>
  JSON.stringify(await messagesOf(person, room)).includes(words);
const drafts = async (person: Person, room: string): Promise<Json[]> =>
  (await messagesOf(person, room)).filter(({ partial }) => partial);

/** Runs a server in a process of its own, which has the folder to itself, and removes both at the end. */
async function onServer(
  use: (server: Awaited<ReturnType<typeof serverProcess>>, seen: Parameters<typeof signUp>[0]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-model-'));
  await prepareDataFolder(folder);
  const server = await serverProcess({ PARLEY_DATA_DIR: folder, PARLEY_SIGNUP: 'open' });
  try {
    await server.start();
    await use(server, { baseUrl: server.baseUrl, clock: realClock, demoUrl: null });
  } finally {
    await server.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

describe('a server with a model', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'that ends by %s in mid-answer leaves no draft, says so, and answers after its restart',
    (signal) =>
      onServer(async (server, seen) => {
        const ada = await signUp(seen);
        const { room } = await added(ada);
        fake.answers.push(hangsAfter('Once upon'), says('Again.'));
        await say(ada, room, 'a story');
        await eventually(seen, 'a draft', async () => (await drafts(ada, room)).length > 0);
        await server.end(signal);
        await server.start();
        await eventually(seen, 'the end of the draft', async () => (await drafts(ada, room)).length === 0);
        await eventually(seen, 'a word of it', () => shows(ada, room, 'could not answer'));
        expect(await shows(ada, room, 'Once upon')).toBe(true);
        await say(ada, room, 'once more');
        await eventually(seen, 'an answer', () => shows(ada, room, 'Again.'));
      }),
    120_000,
  );

  it(
    'that is killed while it works on a task has failed it after its restart',
    () =>
      onServer(async (server, seen) => {
        const ada = await signUp(seen);
        const { room } = await added(ada);
        fake.answers.push(hangsAfter('Once upon'));
        const { item } = await giveTask(ada, room);
        await eventually(seen, 'a draft', async () => (await drafts(ada, room)).length > 0);
        await server.end('SIGKILL');
        await server.start();
        const over = async () => (await readTask(ada, item.taskId)).status === 'failed';
        await eventually(seen, 'the end of the task', over);
        expect(await shows(ada, room, 'The server stopped while the model answered.')).toBe(true);
      }),
    120_000,
  );

  it('runs none where the operator has turned models off', async () => {
    const server = await startTestServer({ PARLEY_MODELS: 'off' });
    const ada = await signUp(server);
    const body = { name: 'Tiny', url: fake.url, model: 'tiny' };
    expectRefusal(await ada.post('/v1/models', body), 403, 'models_off');
    expectRefusal(await ada.get('/v1/models'), 403, 'models_off');
    expectRefusal(await ada.post('/v1/models/list', { url: fake.url }), 403, 'models_off');
    expect(fake.requests).toEqual([]);
    await server.stop();
  });
});

describe(`two servers on ${postgres.name}`, () => {
  if (!canShare) return void it.skip('is not reachable', () => undefined);
  const clock = fakeClock();
  let servers: TwoServers;
  beforeAll(async () => {
    servers = await openTwoServers(clock, { PARLEY_SIGNUP: 'open', PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
  }, 60_000);
  afterAll(() => servers.close());

  it('run each model once, and the other takes over those of one that stops', async () => {
    fake.answers.push(says('Hello.'));
    const [first, second] = [servers.at(0), servers.at(1)];
    const ada = await signUp(first);
    const models = [await added(ada), await added(personWith(second, ada.cookie, ada))];
    const streams = async () =>
      (await Promise.all(models.map(({ agentId }) => ada.get(`/v1/agents/${agentId}/connection`)))).map(
        ({ body }) => body.item.streams,
      );
    await eventually(first, 'both to run', async () => (await streams()).every((count) => count === 1));
    for (let sweep = 0; sweep < 3; sweep += 1) {
      await clock.advance(5000);
      await pause(100);
      expect(await streams()).toEqual([1, 1]);
    }
    for (const { room } of models) await say(ada, room, 'hello');
    for (const { room } of models) await eventually(first, 'an answer', () => shows(ada, room, 'Hello.'));
    expect(fake.requests).toHaveLength(2);

    await servers.stop(0);
    const there = personWith(second, ada.cookie, ada);
    for (const { room } of models) {
      await say(there, room, 'and now?');
      await eventually(second, 'an answer', async () => {
        const answers = (await messagesOf(there, room)).filter(({ author }) => author.type === 'agent');
        return answers.length === 2;
      });
    }
    expect(fake.requests).toHaveLength(4);
  });
});
