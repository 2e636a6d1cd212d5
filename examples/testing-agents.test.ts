import { readFileSync } from 'node:fs';
import { buttons, form, text, type Agent } from '@parley/agent-sdk';
import { createWorld, readTranscript, replayTranscript, type World } from '@parley/testing';
import '@parley/testing/vitest';
import { afterEach, beforeEach, expect, test } from 'vitest';

// The samples of docs/testing-agents.md, where they stand line by line; the last test holds the two together.

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const drinks = buttons(['Tea', 'Coffee']);
const order = form('order', [{ name: 'cups', label: 'Cups', field_type: 'number', required: true }]);

function withHandlers(agent: Agent): Agent {
  agent.hears(/^delete (.+)$/, async (ctx) => {
    const action = `Delete ${ctx.match?.[1]}`;
    const { approved, outcome } = await ctx.decide({ kind: 'delete', action, arguments: {} });
    await ctx.reply(approved ? 'Done.' : `It stays: ${outcome}.`);
  });
  agent.hears('shop', (ctx) => ctx.reply([text('What will it be?'), drinks]));
  agent.onPress(drinks, (ctx, drink) => ctx.reply([text(`${drink}: how many?`), order]));
  agent.onForm(order, (ctx, { cups }) => ctx.reply(`${cups} cups are on their way.`));
  agent.hears('count', async (ctx) => {
    const turns = Number((await ctx.store.get('turns')) ?? 0) + 1;
    await ctx.store.set('turns', turns);
    await ctx.reply(`That was ${turns}.`);
  });
  agent.hears('soil', async (ctx) => {
    const { outcome } = await ctx.invoke('coin.charge', { amount: 3, reason: 'Soil' });
    await ctx.reply(outcome === 'succeeded' ? 'Paid.' : `Not paid: ${outcome}.`);
  });
  agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));
  return agent;
}

const manifest = { handle: 'clerk', requested_scopes: [{ scope: 'decision.request', reason: 'To ask first.' }] };

const gardener = { handle: 'gardener', requested_scopes: [{ scope: 'coin.charge', reason: 'To sell you soil.' }] };

const talk = {
  version: '1',
  turns: [
    { person: 'ada', says: 'delete Reports' },
    { person: 'ada', decides: 'denied', answers: [[text('It stays: denied.')]] },
  ],
};

test('it answers as it did then', async () => {
  const agent = await world.agent(withHandlers, { manifest });
  const turns = await replayTranscript(world, agent, readTranscript(talk));
  expect(turns.filter(({ difference }) => difference !== null)).toEqual([]);
});

test('it says back what it was told', async () => {
  await world.agent(withHandlers);
  const ada = await world.person('ada');
  await ada.says('hello');
  await expect(ada).toSee('You said: hello');
});

test('it deletes only what it may', async () => {
  await world.agent(withHandlers, { manifest });
  const ada = await world.person('ada');
  await ada.grants('decision.request');
  await ada.says('delete Reports');
  await ada.approves('Delete Reports');
  await ada.sees('Done.');
});

test('it is paid for a week without a question', async () => {
  await world.agent(withHandlers, { manifest: gardener });
  const ada = await world.person('ada');
  await ada.grants('coin.charge');
  await ada.says('soil');
  await ada.approves('Pay 3 coins', { until: '7d', max: { amount: { total: 20 } }, equal: ['reason'], uses: 5 });
  await ada.says('soil');
  await ada.sees('Paid.');
  await expect(ada).not.toBeAsked();
});

test('what nobody decides expires after a day', async () => {
  await world.agent(withHandlers, { manifest });
  const ada = await world.person('ada');
  await ada.grants('decision.request');
  await ada.says('delete Reports');
  await ada.isAsked('Delete Reports');
  await world.clock.advance('24h');
  await ada.sees('It stays: expired.');
});

test('it sells tea', async () => {
  await world.agent(withHandlers);
  const ada = await world.person('ada');
  await ada.says('shop');
  await ada.presses('Tea');
  await ada.submits({ cups: 2 });
  await ada.sees('2 cups are on their way.');
});

test('it counts, and goes on counting after a restart', async () => {
  const clerk = await world.agent(withHandlers);
  const ada = await world.person('ada');
  const room = await ada.opens(clerk);
  await ada.says('count');
  await ada.sees('That was 1.');
  await clerk.start(withHandlers);
  await ada.says('count');
  await ada.sees('That was 2.');
  expect(await clerk.storeOf(room).get('turns')).toBe(2);
  expect(await clerk.storeOf(ada).get('turns')).toBeUndefined();
});

test('a delivery that is lost comes again', async () => {
  const clerk = await world.agent(withHandlers, { transport: 'webhook' });
  const ada = await world.person('ada');
  clerk.network.drop({ times: 2 });
  await ada.says('hello');
  await ada.seesNo('You said: hello');
  await world.clock.advance('10m');
  await ada.sees('You said: hello');
});

test('two people and two agents', async () => {
  const clerk = await world.agent(withHandlers, { manifest });
  await world.agent(withHandlers, { manifest: { handle: 'other' } });
  const [ada, bea] = [await world.person('ada'), await world.person('bea')];
  const room = await ada.opens(clerk, bea);
  await bea.says('hello', { in: room });
  await ada.sees('You said: hello');
  await ada.says('just us', { to: clerk });
});

test('each sample of the page stands here', () => {
  const page = readFileSync(new URL('../docs/testing-agents.md', import.meta.url), 'utf8');
  const here = readFileSync(new URL(import.meta.url), 'utf8').replaceAll(/^ +/gm, '');
  const samples = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, sample = '']) => sample.replaceAll(/^ +/gm, ''));
  expect(samples.length).toBeGreaterThan(5);
  for (const sample of samples) expect(here).toContain(sample);
});
