import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ResultsInFile, StoreInFile } from '@parley/agent-sdk';
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { createWorld, type World } from '@parley/testing';
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import '@parley/testing/vitest';
import { handlersOf } from '../testing/load-sample.ts';

// Every sample of the guide's pages that is a program over the relay, with people who act. Each can be loaded once.

// The first one loads the whole server.
vi.setConfig({ testTimeout: 120_000 });

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const requested = (...scopes: string[]) => ({
  requested_scopes: scopes.map((scope) => ({ scope, reason: 'To show it.' })),
});

test('start/agent.ts says back what it hears, and takes an order', async () => {
  await world.agent(handlersOf(() => import('./start/agent.ts')));
  const ada = await world.person('ada');
  await ada.says('hello');
  await ada.sees('You said: hello');
  await ada.presses('Tea');
  await ada.sees('Tea is on its way.');
});

test('decisions.ts deletes what a person approves and nothing else, and charges coins', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-decisions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const results = new ResultsInFile(join(folder, 'results.json'));
  const handlers = handlersOf(() => import('./decisions.ts'), { results });
  await world.agent(handlers, { manifest: requested('decision.request', 'coin.charge') });
  const ada = await world.person('ada');
  await ada.says('support');
  await ada.sees('Allow me coin.charge');
  await ada.grants(['decision.request', 'coin.charge']);
  await ada.says('delete Reports');
  expect((await ada.approves('Delete the folder Reports')).arguments).toMatchObject({ arguments: { name: 'Reports' } });
  await ada.sees('Reports is gone.');
  await ada.says('delete Drafts');
  await ada.denies('Drafts');
  await ada.sees('Drafts stays: denied.');
  await ada.says('support');
  await ada.approves();
  await ada.sees('Thank you!');
});

test('store.ts remembers a person everywhere, and counts in one conversation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = new StoreInFile(join(folder, 'store.json'));
  const agent = await world.agent(handlersOf(() => import('./store.ts'), { store }));
  const ada = await world.person('ada');
  await ada.says('weather');
  await ada.sees('Where do you live?');
  await ada.says('I live in Oslo');
  await ada.sees('I will remember that');
  await ada.says('tea');
  await ada.sees('Cup 1 of');
  const room = await ada.opens(agent);
  await ada.says('weather');
  await ada.sees('The weather in Oslo');
  await ada.says('tea');
  await ada.sees('Cup 1 of');
  expect(await agent.storeOf(room).get('cups')).toBe(1);
  expect(await agent.storeOf(ada).get('city')).toBe('Oslo');
  await ada.says('forget me');
  await ada.sees('Forgotten.');
  expect(await agent.storeOf(ada).get('city')).toBeUndefined();
});

test('permissions.ts asks so that a permission can last, takes what was chosen and changed, edits, and is steered', async () => {
  const handlers = handlersOf(() => import('./permissions.ts'));
  await world.agent(handlers, { manifest: requested('decision.request', 'coin.charge', 'clock.read') });
  const ada = await world.person('ada');
  await ada.grants(['decision.request', 'coin.charge', 'clock.read']);
  await ada.says('water the mint');
  await ada.denies({ reason: 'It rained.' });
  await ada.sees('The mint stays dry, since you said: It rained.');
  await ada.says('water the basil');
  await ada.approves({ until: '7d', max: { amount: { total: 10 } }, equal: ['reason'] });
  await ada.says('water the thyme');
  await ada.sees('The thyme has its water.');
  await expect(ada).not.toBeAsked();
  await ada.says('book a table');
  await ada.approves({ option: 'garden', arguments: { guests: 3, at: '19:30' } });
  await ada.sees('A table for 3 at 19:30, in the garden. Changed: 1.');
  await ada.says('book a table');
  await ada.denies({ reason: 'We stay at home.' });
  await ada.sees('No table. We stay at home.');
  await ada.says('what may last?');
  await ada.sees('without a question: coin_charge.');
  await ada.says('find a plant shop');
  await ada.sees('The nearest plant shop is Moss & Co.');
  await ada.says('plan soup');
  await ada.says('bread');
  await ada.says('that is all');
  await ada.sees('The plan: soup, bread.');
});

test('forms.ts leads from a button to a form, and shows the order', async () => {
  await world.agent(handlersOf(() => import('./forms.ts')));
  const ada = await world.person('ada');
  await ada.says('hello');
  await ada.sees('Shall I take your order?');
  await ada.presses('What is there?');
  await ada.sees('cups of two sizes');
  await ada.says('hello again');
  await ada.sees('Shall I');
  await ada.presses('Order');
  await ada.sees({ type: 'form', form_id: 'order' });
  await ada.submits({ drink: 'Tea', cups: 2 });
  await ada.sees({ type: 'table', rows: [['Tea', '2', 'today']] });
});

test('streaming.ts tells a story, replaces its drafts, and ends when it is stopped', async () => {
  await world.agent(handlersOf(() => import('./streaming.ts')));
  const ada = await world.person('ada');
  await ada.says('story');
  await ada.sees('Once upon a time.');
  await ada.sees({ type: 'list', items: ['the kettle'] });
  await ada.says('look it up');
  await ada.sees('Two books know of it, and they disagree.');
  await ada.says('something long');
  await world.until(async () => (await ada.messages()).some(({ partial }) => partial), 'a draft');
  await ada.stops();
  await world.until(async () => (await ada.messages()).at(-1)?.partial === false, 'the end of the draft');
  await ada.seesNo('Here it is.');
});

test('tasks.ts works through its steps, and stops when the task is cancelled', async () => {
  await world.agent(handlersOf(() => import('./tasks.ts')));
  const ada = await world.person('ada');
  await ada.says('hello');
  await ada.sees('Give me a task');
  const stateOf = async (taskId: string) => (await ada.call('getTask', { params: { taskId } })).item;
  const short = await ada.assigns('Garden', 'water\nweed');
  await world.until(async () => (await stateOf(short.taskId)).status === 'completed', 'the end of the task');
  expect((await stateOf(short.taskId)).history.map(({ note }) => note)).toEqual(
    expect.arrayContaining(['1 of 2: water', '2 of 2: weed']),
  );
  const long = await ada.assigns('Wait', 'wait\nthen this');
  await world.until(async () => (await stateOf(long.taskId)).status === 'in_progress', 'its beginning');
  await ada.cancels(long);
  await world.settle();
  const { status, history } = await stateOf(long.taskId);
  expect(status).toBe('cancelled');
  expect(history.map(({ note }) => note)).not.toContain('2 of 2: then this');
});

test('rooms.ts counts the votes of each person, and answers others only where it is meant', async () => {
  const clerk = await world.agent(
    handlersOf(() => import('./rooms.ts')),
    { manifest: { handle: 'clerk' } },
  );
  const [ada, bea] = [await world.person('ada'), await world.person('bea')];
  const room = await ada.opens(clerk, bea);
  await ada.says('Good morning, Bea', { in: room });
  await ada.seesNo('Yes?', { in: room });
  await ada.says('@clerk are you there?', { in: room });
  await ada.sees('Yes?', { in: room });
  await ada.says('vote tea', { in: room });
  await ada.sees('1 vote for 1 thing.', { in: room });
  await bea.says('vote coffee', { in: room });
  await bea.sees('2 votes for 2 things.', { in: room });
});

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish = (unified: 'stop' | 'tool-calls') => ({
  type: 'finish' as const,
  usage,
  finishReason: { unified, raw: unified },
});
const says = (delta: string) => [
  { type: 'text-start' as const, id: '1' },
  { type: 'text-delta' as const, id: '1', delta },
  { type: 'text-end' as const, id: '1' },
];

test('llm.ts has a model answer, and asks before its tool deletes anything', async () => {
  const wish = { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'deleteFile', input: '{"name":"notes.txt"}' };
  const answers: LanguageModelV3StreamPart[][] = [
    [wish, finish('tool-calls')],
    [...says('It is gone.'), finish('stop')],
  ];
  const model = new MockLanguageModelV3({
    doStream: answers.map((chunks) => ({
      stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }),
    })),
  });
  const asked: string[] = [];
  const provider = {
    languageModel: (id: string) => {
      asked.push(id);
      return model;
    },
  };
  vi.stubGlobal('AI_SDK_DEFAULT_PROVIDER', provider);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const handlers = handlersOf(() => import('./llm.ts'));
  await world.agent(handlers, { manifest: requested('decision.request', 'history.read') });
  const ada = await world.person('ada');
  await ada.grants(['decision.request', 'history.read']);
  await ada.says('delete my notes');
  expect((await ada.approves('Delete notes.txt for good')).arguments).toMatchObject({
    arguments: { name: 'notes.txt' },
  });
  await ada.sees('It is gone.');
  expect(asked[0]).toBe('anthropic/claude-sonnet-4.5');
});
