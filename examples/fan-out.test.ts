import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type Person, type TestedAgent, type World } from '@parley/testing';
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

const transports = ['relay', 'webhook'] as const;

const asks = (helpers: readonly TestedAgent[], transport: 'relay' | 'webhook') => {
  const ids = helpers.map(({ agentId }) => agentId);
  return world.agent((agent) => askHelpers(agent, ids), { manifest: { handle: 'asker' }, transport });
};

test.each(transports)(
  '§29 the first two answers count, for an asker by %s, with helpers by relay and webhook',
  async (transport) => {
    const helpers = [
      await helper('beans', 'Sow beans in May.'),
      await helper('silent', null),
      await helper('peas', 'Sow peas in March.', 'webhook'),
    ];
    const asker = await asks(helpers, transport);
    await ada.says('When do I sow?', { to: asker });
    const { blocks } = await ada.sees('2 of 3 answered:', { to: asker });
    expect(blocks.map((block) => ('text' in block ? block.text : ''))).toEqual(
      expect.arrayContaining(['Sow beans in May.', 'Sow peas in March.']),
    );
  },
  60_000,
);

test('§29 a helper that cannot be called leaves the others', async () => {
  const helpers = [await helper('beans', 'Sow beans in May.'), await helper('peas', 'Sow peas in March.')];
  const stranger = await world.agent(null, { manifest: { handle: 'stranger' } });
  const ids = [stranger.agentId, ...helpers.map(({ agentId }) => agentId)];
  const asker = await world.agent((agent) => askHelpers(agent, ids), { manifest: { handle: 'asker' } });
  await ada.says('When do I sow?', { to: asker });
  await ada.sees('2 of 3 answered:', { to: asker });
}, 60_000);

test.each(transports)(
  '§29 Stop after the first of three answers ends the waiting of an asker by %s, and what comes later is not shown',
  async (transport) => {
    const late: (() => Promise<unknown>)[] = [];
    const slow = async (handle: string) => {
      const keep = (agent: Agent) =>
        agent.on('agent.call', (ctx) => {
          const toAgentId = ctx.envelope.agent_call.from_agent_id;
          late.push(() => ctx.client.reply(ctx.deliveryId, 'In May.', { toAgentId }));
        });
      const made = await world.agent(keep, { manifest: { handle }, transport });
      await ada.opens(made);
      return made;
    };
    const quick = await helper('quick', 'In March.');
    const asker = await asks([quick, await slow('slow'), await slow('slower')], transport);
    await ada.says('When do I sow?', { to: asker });
    await world.until(() => late.length === 2, 'the calls');
    await ada.sees(/answered/, { to: asker });
    await ada.stops({ to: asker });
    await world.clock.advance('10s');
    for (const answer of late) await answer();
    await world.settle();
    const said = (await ada.messages({ to: asker })).filter(({ author }) => author.type === 'agent');
    expect(said.map(({ blocks }) => blocks)).toEqual(Array(3).fill([{ type: 'text', text: 'When do I sow?' }]));
    await ada.says('And peas?', { to: asker });
    await world.until(() => late.length === 4, 'the calls of the next message');
    await ada.stops({ to: asker });
    await world.clock.advance('10s');
  },
  60_000,
);
