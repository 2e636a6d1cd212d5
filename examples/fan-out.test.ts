import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '@parley/testing';
import type { Agent } from '@parley/agent-sdk';
import { askHelpers } from './fan-out.ts';

let world: World;
let ada: Person;

beforeEach(async () => {
  world = await createWorld({ clock: '2026-01-31T09:00:00Z' });
  ada = await world.person('ada');
}, 180_000);
afterEach(() => world.close());

/** A helper with a room of its own, which answers its caller with these words, or says nothing. */
async function helper(handle: string, words: string | null, transport: 'relay' | 'webhook' = 'relay') {
  const answer = (agent: Agent) =>
    agent.on('agent.call', async (ctx) => {
      if (words !== null) await ctx.reply(words, { toAgentId: ctx.envelope.agent_call.from_agent_id });
    });
  const made = await world.agent(answer, { manifest: { handle }, transport });
  await ada.opens(made);
  return made;
}

test('§29 the first two answers count, over the relay and webhooks', async () => {
  const helpers = [
    await helper('beans', 'Sow beans in May.'),
    await helper('silent', null),
    await helper('peas', 'Sow peas in March.', 'webhook'),
  ];
  const ids = helpers.map(({ agentId }) => agentId);
  const asker = await world.agent((agent) => askHelpers(agent, ids), { manifest: { handle: 'asker' } });
  await ada.says('When do I sow?', { to: asker });
  const { blocks } = await ada.sees('2 of 3 answered:', { to: asker });
  expect(blocks.map((block) => ('text' in block ? block.text : ''))).toEqual(
    expect.arrayContaining(['Sow beans in May.', 'Sow peas in March.']),
  );
}, 60_000);

test('§29 a helper that cannot be called leaves the others', async () => {
  const helpers = [await helper('beans', 'Sow beans in May.'), await helper('peas', 'Sow peas in March.')];
  const stranger = await world.agent(null, { manifest: { handle: 'stranger' } });
  const ids = [stranger.agentId, ...helpers.map(({ agentId }) => agentId)];
  const asker = await world.agent((agent) => askHelpers(agent, ids), { manifest: { handle: 'asker' } });
  await ada.says('When do I sow?', { to: asker });
  await ada.sees('2 of 3 answered:', { to: asker });
}, 60_000);

test('§29 Stop ends the waiting, and what a helper says later is not shown', async () => {
  let answer: (() => Promise<unknown>) | null = null;
  const slow = await world.agent(
    (agent) =>
      agent.on('agent.call', (ctx) => {
        answer = () =>
          ctx.client.reply(ctx.deliveryId, 'In May.', { toAgentId: ctx.envelope.agent_call.from_agent_id });
      }),
    { manifest: { handle: 'slow' } },
  );
  await ada.opens(slow);
  const asker = await world.agent((agent) => askHelpers(agent, [slow.agentId]), { manifest: { handle: 'asker' } });
  await ada.says('When do I sow?', { to: asker });
  const called = await world.until(() => answer, 'the call');
  await ada.stops({ to: asker });
  await world.clock.advance('10s');
  await called();
  await world.settle();
  const said = (await ada.messages({ to: asker })).filter(({ author }) => author.type === 'agent');
  expect(said).toHaveLength(1);
}, 60_000);
