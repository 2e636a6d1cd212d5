import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Person } from './testing/person.ts';
import type { RunningProgram } from './testing/run-example.ts';
import { runExample, runServer } from './testing/run-example.ts';
import { freePort } from './testing/free-port.ts';

let dataDir: string;
let server: RunningProgram;
let person: Person;
let example: RunningProgram | null = null;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-examples-'));
  const port = await freePort();
  const env = {
    PARLEY_PORT: String(port),
    PARLEY_DATA_DIR: dataDir,
    PARLEY_DEMO: '0',
  };
  server = await runServer(env);
  person = await new Person(`http://127.0.0.1:${port}`).signUp();
}, 60_000);

afterEach(async () => {
  await example?.stop();
  example = null;
});

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

test('echo answers over the relay', async () => {
  const agent = await person.registerAgent({ transport: 'relay' });
  example = await runExample('echo.ts', agent);
  const room = await person.openRoom(agent.agentId);
  const { blocks } = await person.ask(room, 'good morning');
  expect(blocks).toEqual([{ type: 'text', text: 'You said: good morning' }]);
  expect(await example.stop(), example.output()).toBe(0);
});

test('echo-webhook answers what is posted to it', async () => {
  const port = await freePort();
  const agent = await person.registerAgent({ transport: 'webhook', webhook_url: `http://127.0.0.1:${port}/` });
  example = await runExample('echo-webhook.ts', agent, { PORT: String(port) });
  const room = await person.openRoom(agent.agentId);
  const { blocks } = await person.ask(room, 'good evening');
  expect(blocks).toEqual([{ type: 'text', text: 'You said: good evening' }]);
  expect(await example.stop(), example.output()).toBe(0);
});

test('streaming ends its drafts with the whole answer', async () => {
  const agent = await person.registerAgent({ transport: 'relay' });
  example = await runExample('streaming.ts', agent);
  const room = await person.openRoom(agent.agentId);
  const { blocks } = await person.ask(room, 'one three seventeen');
  expect(blocks.map(({ type }) => type)).toEqual(['text', 'list']);
});

test('form shows its form', async () => {
  const agent = await person.registerAgent({ transport: 'relay' });
  example = await runExample('form.ts', agent);
  const room = await person.openRoom(agent.agentId);
  const { blocks } = await person.ask(room, 'order');
  expect(blocks[1]).toMatchObject({ type: 'form', form_id: 'order' });
});

test('approval sells for coins once the person has approved', async () => {
  const scope = 'coin.charge';
  const agent = await person.registerAgent({ transport: 'relay', requested_scopes: [{ scope, reason: 'To sell.' }] });
  example = await runExample('approval.ts', agent);
  const room = await person.openRoom(agent.agentId);
  expect((await person.ask(room, 'hello')).blocks.map(({ type }) => type)).toEqual(['text', 'card', 'card']);
  const said = async (answer: ReturnType<Person['ask']>) => (await answer).blocks[0]?.['text'];
  expect(await said(person.ask(room, 'purchase: Green cup'))).toMatch(/^I may not ask you/);

  await person.grant(agent.agentId, [scope]);
  const bought = person.ask(room, 'purchase: Green cup');
  expect(await person.decide('approved')).toMatchObject({ coinAmount: 15 });
  expect(await said(bought)).toBe('Thank you! Your Green cup is on its way.');
  const left = person.ask(room, 'purchase: Blue teapot');
  await person.decide('denied');
  expect(await said(left)).toBe('Never mind. The Blue teapot stays on the shelf.');
});

test('task tells what it did, line by line, until it is done', async () => {
  const agent = await person.registerAgent({ transport: 'relay' });
  example = await runExample('task.ts', agent, { STEP_MS: '20' });
  const room = await person.openRoom(agent.agentId);
  const { status, history } = await person.giveTask(room, 'water the plants\nfeed the cat');
  expect(status).toBe('completed');
  expect(history.map(({ note }) => note)).toEqual([
    null,
    null,
    '2 to do.',
    'Done: water the plants',
    'Done: feed the cat',
    null,
  ]);
  expect((await person.read(room)).at(-1)?.blocks.map(({ type }) => type)).toEqual(['text', 'list']);
});

test('calling finds another agent, which answers in its own room', async () => {
  const asking = await person.registerAgent({ transport: 'relay' });
  const called = await person.registerAgent({ transport: 'relay', access: 'public', name: 'Sundial 4711' });
  example = await runExample('calling.ts', asking);
  const second = await runExample('calling.ts', called);
  const room = await person.openRoom(asking.agentId);
  const said = async (text: string) => (await person.ask(room, text)).blocks[0]?.['text'];
  expect(await said('ask zebra: Are you there?')).toBe('I know nobody for “zebra”.');
  expect(await said('ask sundial 4711: What time is it?')).toMatch(/^Sundial 4711 could help/);

  const its = await person.openRoom(called.agentId);
  expect(await said('ask sundial 4711: What time is it?')).toBe('I passed this on to Sundial 4711:');
  await expect
    .poll(async () => (await person.read(its)).at(-1)?.blocks[0], { timeout: 10_000 })
    .toMatchObject({ type: 'list', items: ['I passed this on to Sundial 4711:', 'What time is it?'] });
  await second.stop();
});

const scopes = ['clock.read', 'decision.request', 'proactive.message'];

test.each(['relay', 'express', 'fastify', 'hono', 'fetch'])(
  'everything works over %s',
  async (receiver) => {
    const port = await freePort();
    const how = receiver === 'relay' ? {} : { webhook_url: `http://127.0.0.1:${port}/` };
    const agent = await person.registerAgent({
      transport: receiver === 'relay' ? 'relay' : 'webhook',
      ...how,
      requested_scopes: scopes.map((scope) => ({ scope, reason: 'To show it.' })),
    });
    const called = await person.registerAgent({ transport: 'relay' });
    example = await runExample('everything.ts', agent, { RECEIVER: receiver, PORT: String(port) });
    const room = await person.openRoom(agent.agentId);
    const types = (message: Awaited<ReturnType<Person['ask']>>) => message.blocks.map(({ type }) => type);
    const said = async (text: string) => (await person.ask(room, text)).blocks[0]?.['text'];
    await person.grant(agent.agentId, scopes);

    expect(await said('story')).toBe('Once upon a time.');
    expect(await said('time')).toMatch(/^It is \d{4}-/);
    const deleted = person.ask(room, 'delete notes.txt');
    expect(await person.decide('approved')).toMatchObject({
      action: '“Example” asks, in its own words: “Delete notes.txt”',
    });
    expect((await deleted).blocks).toMatchObject([{ type: 'list', items: ['plans.txt'] }]);
    const form = await person.ask(room, 'trip');
    expect(types(form)).toEqual(['text', 'form']);
    expect((await person.submit(room, form, { days: 3 })).blocks).toMatchObject([{ type: 'chart', chart_type: 'bar' }]);
    expect(types(await person.ask(room, 'report'))).toEqual(['file']);
    expect(await said('remind me')).toBe('I will.');
    await expect.poll(async () => (await person.read(room)).at(-1)?.blocks[0]?.['text']).toBe('It is time.');
    await person.openRoom(called.agentId);
    expect(await said(`ask ${called.agentId} Are you there?`)).toBe('Are you there?');
    expect((await person.giveTask(room, 'one\ntwo')).status).toBe('completed');
    expect(await person.cancelTask(room, 'wait')).toBe('cancelled');
    expect(await said('and now?')).toBe('I also do tasks.');
    expect(await example.stop(), example.output()).toBe(0);
  },
  60_000,
);

/** A port that nothing listens on at this moment. */
