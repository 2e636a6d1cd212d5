import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Agent } from '@parley/agent-sdk';
import { createWorld, type Person, type TestedAgent, type World } from './index.ts';

let world: World;
let ada: Person;

beforeEach(async () => {
  world = await createWorld({ clock: '2026-01-31T09:00:00Z' });
  ada = await world.person('ada');
}, 180_000);
afterEach(() => world.close(), 60_000);

/** Agents of Ada's in a circle, each with a room of hers; the handlers of each get the id of the next. */
async function circle(handles: readonly string[], set: (agent: Agent, next: () => string) => unknown) {
  const made: TestedAgent[] = [];
  for (const [index, handle] of handles.entries()) {
    const next = () => made[(index + 1) % handles.length]?.agentId ?? '';
    const options = { manifest: { handle }, options: { log: () => undefined } };
    const agent = await world.agent((agent) => set(agent, next), options);
    await ada.opens(agent);
    made.push(agent);
  }
  return made as [TestedAgent, TestedAgent, ...TestedAgent[]];
}

/** Asks the next agent whatever comes, and passes its answer on. */
function asksNext(agent: Agent, next: () => string, depths: number[]) {
  return agent
    .on('agent.call', async (ctx) => {
      depths.push(ctx.envelope.agent_call.depth);
      await ctx.reply(await ctx.call(next(), 'And you?'), { toAgentId: callerOf(ctx) });
    })
    .on('message.created', async (ctx) => ctx.reply(await ctx.call(next(), 'When do I sow?')));
}

const stopped = 'Agents kept asking each other, so I stopped.';
const now = () => world.clock.now();
const callerOf = ({ envelope }: { readonly envelope: { readonly agent_call: { readonly from_agent_id: string } } }) =>
  envelope.agent_call.from_agent_id;

test('§29 agents that call each other in a circle end at the depth, and the person reads why', async () => {
  const depths: number[] = [];
  const agents = await circle(['beans', 'peas', 'corn'], (agent, next) => asksNext(agent, next, depths));
  const startedAt = now();
  await ada.says('Sow?', { to: agents[0] });
  // The answers of hops 6 and 3 are in this room too, and then the answer to Ada.
  await world.until(async () => (await said(agents[0], stopped)) === 3, 'the words at the end of the circle');
  expect(depths).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(now() - startedAt).toBeLessThan(60_000);
  for (const to of agents) await ada.seesNo('could not answer', { to });
}, 60_000);

test('§29 an agent that calls back the one that waits for it ends both, and the person reads why', async () => {
  const depths: number[] = [];
  const [beans, peas] = await circle(['beans', 'peas'], (agent, next) => asksNext(agent, next, depths));
  const startedAt = now();
  await ada.says('Sow?', { to: beans });
  await world.until(async () => (await said(beans, stopped)) === 1, 'the words at the end of the circle');
  expect(depths).toEqual([1]);
  expect(now() - startedAt).toBeLessThan(60_000);
  for (const to of [beans, peas]) await ada.seesNo('could not answer', { to });
}, 60_000);

test('§29 two agents that ask each other at the same time both get their answers', async () => {
  let asking = 0;
  let bothAsk: () => void = () => undefined;
  const both = new Promise<void>((resolve) => (bothAsk = resolve));
  const [beans, peas] = await circle(['beans', 'peas'], (agent, other) =>
    agent
      .on('agent.call', (ctx) => ctx.reply(`${ctx.agentId} says May.`, { toAgentId: callerOf(ctx) }))
      .on('message.created', async (ctx) => {
        if (++asking === 2) bothAsk();
        await both;
        await ctx.reply(await ctx.call(other(), 'When do I sow?'));
      }),
  );
  const startedAt = now();
  await ada.says('Sow?', { to: beans });
  await ada.says('Sow?', { to: peas });
  await ada.sees(`${peas.agentId} says May.`, { to: beans });
  await ada.sees(`${beans.agentId} says May.`, { to: peas });
  expect(now() - startedAt).toBeLessThan(60_000);
}, 60_000);

async function said(to: TestedAgent, words: string): Promise<number> {
  const all = await ada.messages({ to });
  return all.filter(({ blocks }) => blocks.some((block) => 'text' in block && block.text === words)).length;
}
