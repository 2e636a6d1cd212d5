import { createWorld, type Person, type TestedAgent, type World } from '@parley/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { file, list, text, type Agent, type Log } from '@parley/agent-sdk';
import { modelManifest } from './manifest.ts';
import { seatModel, type SeatOptions } from './seat-model.ts';
import type { FinishedAnswer } from './seat.ts';
import { FakeModel, hangsAfter, refuses, says, wants } from './testing/fake-model.ts';

let world: World;
let fake: FakeModel;
let agent: TestedAgent;
let ada: Person;
let finished: FinishedAnswer[];
/** Each test has a person and agents of its own in the same world. */
let number = 0;

beforeAll(async () => void (world = await createWorld({ clock: '2026-01-31T09:00:00Z' })), 180_000);
afterAll(() => world.close(), 60_000);
beforeEach(async () => {
  finished = [];
  fake = await new FakeModel().start();
  number += 1;
  ada = await world.person(`ada${number}`);
});
afterEach(async () => {
  await agent.stop();
  await fake.stop();
});

const log: Log = () => undefined;

/** Seats the model, and has Ada grant what its memory and its tools need. */
async function seated(options: Partial<SeatOptions> = {}, before: (agent: Agent) => unknown = () => undefined) {
  const { tools = [] } = options;
  const manifest = modelManifest({ handle: `tiny${number}`, name: 'Tiny', model: 'tiny', tools });
  agent = await world.agent(null, { manifest, owner: ada });
  await ada.opens(agent);
  await ada.grants(
    manifest.requested_scopes.map(({ scope }) => scope),
    { to: agent },
  );
  const onAnswer = (answer: FinishedAnswer) => Promise.resolve(finished.push(answer));
  const whole: SeatOptions = { url: fake.url, log, clock: world.clock, onAnswer, ...options };
  await agent.start(
    async (given) => {
      before(given);
      await seatModel(given, whole);
    },
    { log },
  );
}

const lastWords = () => fake.requests.at(-1)?.messages.at(-1);
const byModel = async () =>
  (await ada.messages({ to: agent })).filter(({ author, partial }) => author.id === agent.agentId && !partial);
const draftShows = (words: string) =>
  world.until(
    async () =>
      (await ada.messages({ to: agent })).some(
        ({ partial, blocks }) => partial && JSON.stringify(blocks).includes(words),
      ),
    'a draft',
  );

test('a tick of a schedule is answered as a message is', async () => {
  fake.answers.push(says('Water ', 'the beans.'));
  await seated({ instructions: 'You garden.' });
  const { conversationId } = await ada.opens(agent);
  const body = { cron: '*/30 * * * *', text: 'What is due today?' };
  await ada.call('createSchedule', { params: { conversationId }, body });
  await world.clock.advance('30m');
  await ada.sees('Water the beans.');
  expect(fake.requests[0]?.messages).toEqual([
    { role: 'system', content: 'You garden.' },
    { role: 'user', content: 'What is due today?' },
  ]);
  await world.until(() => finished.length === 1, 'the count');
  expect(finished).toMatchObject([{ userId: ada.userId, conversationId, outputTokens: 20, failure: null }]);
});

describe('a task', () => {
  const taskOf = async (taskId: string) => (await ada.call('getTask', { params: { taskId }, query: {} })).item;
  const isOver = (taskId: string) =>
    world.until(async () => {
      const task = await taskOf(taskId);
      return ['completed', 'failed', 'cancelled'].includes(task.status) ? task : null;
    }, 'the end of the task');

  test('is accepted, worked on with its title and instructions, and completed with the answer', async () => {
    fake.answers.push(says('Peas in March, ', 'beans in May.'));
    await seated();
    const { taskId } = await ada.assigns('Plan the garden', 'Say when to sow.');
    await ada.sees('Peas in March, beans in May.');
    expect(lastWords()).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'Plan the garden' },
        { type: 'text', text: 'Say when to sow.' },
      ],
    });
    const { status, note, history } = await isOver(taskId);
    expect([status, note]).toEqual(['completed', 'Peas in March, beans in May.']);
    expect(history.map((entry) => entry.status)).toEqual(['created', 'assigned', 'in_progress', 'completed']);
    expect(await byModel()).toHaveLength(1);
    await world.until(() => finished.length === 1, 'the count');
    expect(finished).toMatchObject([{ userId: ada.userId, outputTokens: 20, failure: null }]);
  });

  test('fails with the words of the failure where the model fails', async () => {
    fake.answers.push(refuses(401, 'no', 'invalid_api_key'));
    await seated();
    const { taskId } = await ada.assigns('Plan the garden');
    await ada.sees('wants a key');
    expect(await isOver(taskId)).toMatchObject({ status: 'failed', note: expect.stringContaining('wants a key') });
    expect(lastWords()).toEqual({ role: 'user', content: 'Plan the garden' });
  });

  test('that is cancelled ends the request to the model, and leaves no draft', async () => {
    fake.answers.push(hangsAfter('Peas in'));
    await seated();
    const task = await ada.assigns('Plan the garden');
    await draftShows('Peas in');
    await ada.cancels(task);
    await world.until(() => fake.closedEarly === 1, 'the end of the request');
    await world.settle();
    expect(await taskOf(task.taskId)).toMatchObject({ status: 'cancelled', note: null });
    expect(await byModel()).toEqual([]);
    expect(finished).toMatchObject([{ failure: 'stopped' }]);
    await ada.seesNo('could not answer');
  });

  test('leaves the room free for messages meanwhile', async () => {
    fake.answers.push(hangsAfter('Peas in'), says('Hello.'));
    await seated();
    const task = await ada.assigns('Plan the garden');
    await draftShows('Peas in');
    await ada.says('hello');
    await ada.sees('Hello.');
    expect((await taskOf(task.taskId)).status).toBe('in_progress');
  });

  test('goes on after an approval, and is completed then', async () => {
    fake.answers.push(
      wants([{ name: 'coin_charge', args: { amount: 3, reason: 'Soil' } }], 'Soil is 3.'),
      says('Paid.'),
    );
    await seated({ tools: ['coin.charge'] });
    const { taskId } = await ada.assigns('Buy soil');
    await ada.sees('Soil is 3.');
    expect((await taskOf(taskId)).status).toBe('in_progress');
    await ada.approves('3');
    expect(await isOver(taskId)).toMatchObject({ status: 'completed', note: 'Paid.' });
  });

  test('that is turned away fails with the words of that', async () => {
    await seated({ admit: () => Promise.resolve('No answers are left today.') });
    const { taskId } = await ada.assigns('Plan the garden');
    expect(await isOver(taskId)).toMatchObject({ status: 'failed', note: 'No answers are left today.' });
    expect(fake.requests).toEqual([]);
  });

  test('fails where the program stops', async () => {
    fake.answers.push(hangsAfter('Peas in'));
    await seated();
    const { taskId } = await ada.assigns('Plan the garden');
    await draftShows('Peas in');
    await agent.stop();
    expect(await isOver(taskId)).toMatchObject({ status: 'failed', note: expect.stringContaining('no answer') });
  });
});

describe('the call of an agent', () => {
  let caller: TestedAgent;

  /** Starts an agent that asks the model what Ada asks it. */
  async function calling(): Promise<void> {
    const asks = (given: Agent) =>
      given.on('message.created', async (ctx) => ctx.reply(await ctx.call(agent.agentId, ctx.text)));
    caller = await world.agent(asks, { manifest: { handle: `caller${number}` }, owner: ada });
  }
  const asks = (words: string) => ada.says(words, { to: caller });
  const hears = (words: string) => ada.sees(words, { to: caller });

  test('is answered to that agent, in words, with the tools that the person grants', async () => {
    fake.answers.push(wants([{ name: 'clock_now', args: {} }]), says('In ', 'May.'));
    await seated({ tools: ['clock.now'] });
    await calling();
    await asks('When do I sow beans?');
    expect((await hears('In May.')).blocks).toEqual([{ type: 'text', text: 'In May.' }]);
    expect(fake.requests[0]?.messages).toEqual([{ role: 'user', content: 'When do I sow beans?' }]);
    await world.until(() => finished.length === 1, 'the count');
    expect(finished).toMatchObject([{ userId: ada.userId, outputTokens: 40, failure: null }]);
    expect(await byModel()).toHaveLength(1);
  });

  test('is answered with the words of the failure where the model fails', async () => {
    fake.answers.push(refuses(401, 'no', 'invalid_api_key'));
    await seated();
    await calling();
    await asks('When do I sow beans?');
    await hears('wants a key');
  });

  test('is answered once the person has decided, and what the model says before is for its own room', async () => {
    fake.answers.push(
      wants([{ name: 'coin_charge', args: { amount: 3, reason: 'Soil' } }], 'Soil is 3.'),
      says('Paid.'),
    );
    await seated({ tools: ['coin.charge'] });
    await calling();
    await asks('Buy soil');
    await ada.sees('Soil is 3.', { to: agent });
    await ada.approves('3');
    await hears('Paid.');
    expect((await byModel()).map(({ blocks }) => blocks[0])).toMatchObject([{ text: 'Soil is 3.' }, { text: 'Paid.' }]);
  });

  test('holds blocks and files too, of which the model is told those that it cannot read', async () => {
    fake.answers.push(says('In May.'));
    await seated();
    caller = await world.agent(
      (given) =>
        given.on('message.created', async (ctx) => {
          const bytes = new TextEncoder().encode('beans');
          const { asset_id } = await ctx.client.uploadAsset(bytes, { contentType: 'text/plain', filename: 'a.txt' });
          const asked = [text(ctx.text), list('Which', ['beans', 'peas']), file(asset_id, 'a.txt')];
          await ctx.reply(await ctx.call(agent.agentId, asked));
        }),
      { manifest: { handle: `caller${number}` }, owner: ada },
    );
    await asks('When do I sow?');
    await hears('In May.');
    const { content } = lastWords() ?? {};
    expect(content).toMatchObject([
      { text: 'When do I sow?' },
      { text: expect.stringContaining('"beans","peas"') },
      { text: expect.stringContaining('a.txt, which you cannot read: it is not in a conversation of yours') },
    ]);
  });

  test('does not wait for what the room waits for', async () => {
    fake.answers.push(hangsAfter('Once upon a time'), says('In May.'));
    await seated();
    await calling();
    await ada.says('tell me a story', { to: agent });
    await draftShows('Once upon a time');
    await asks('When do I sow beans?');
    await hears('In May.');
  });

  test('that is turned away is answered with the words of that', async () => {
    await seated({ admit: () => Promise.resolve('No answers are left today.') });
    await calling();
    await asks('When do I sow beans?');
    await hears('No answers are left today.');
  });

  test('is answered where the program stops or breaks', async () => {
    fake.answers.push(hangsAfter('In'));
    await seated();
    await calling();
    await asks('When do I sow beans?');
    await draftShows('In');
    await agent.stop();
    await hears('there is no answer');
  });

  test('is left alone where it is an answer, which would be called back for ever', async () => {
    const other = (given: Agent) =>
      given.on('agent.call', (ctx) => ctx.reply('In May.', { toAgentId: ctx.envelope.agent_call.from_agent_id }));
    caller = await world.agent(other, { manifest: { handle: `other${number}` }, owner: ada });
    await ada.opens(caller);
    await seated({}, (given) => given.hears('pass', (ctx) => ctx.reply('When?', { toAgentId: caller.agentId })));
    await ada.says('pass', { to: agent });
    await ada.sees('In May.', { to: caller });
    await world.settle();
    expect(fake.requests).toEqual([]);
  });
});
