import type { Agent } from '@parley/agent-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../world.ts';
import { differenceOf, type Answers } from './compare-answers.ts';
import { replayTranscript } from './replay-transcript.ts';
import { readTranscript } from './transcript.ts';

const text = (words: string) => ({ type: 'text', text: words });
const manifest = { requested_scopes: [{ scope: 'decision.request', reason: 'To ask first.' }] };

/** What was recorded of the first version of the shop below. */
const transcript = readTranscript({
  version: '1',
  turns: [
    { person: 'ada', says: 'shop', answers: [[text('What will it be?'), { type: 'buttons', buttons: drinks() }]] },
    { person: 'ada', presses: 'Tea', answers: [[text('A tea for you.')]] },
    { person: 'bea', says: 'clear', answers: [] },
    { person: 'bea', decides: 'denied', action: 'Clear', reason: 'Not now.', answers: [[text('It stays.')]] },
    { person: 'ada', says: 'bye' },
  ],
});

function drinks() {
  return ['Tea', 'Coffee'].map((label) => ({ label, payload: `one ${label.toLowerCase()}` }));
}

const shop = (tea: string) => (agent: Agent) => {
  agent.hears('shop', (ctx) => ctx.reply([text('What will it be?'), { type: 'buttons', buttons: drinks() }] as never));
  agent.hears('one tea', (ctx) => ctx.reply(tea));
  agent.hears('clear', async (ctx) => {
    const { approved } = await ctx.decide({ kind: 'clear', action: 'Clear the list', arguments: {} });
    await ctx.reply(approved ? 'Done.' : 'It stays.');
  });
  agent.hears('bye', () => undefined);
};

describe('a transcript', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  it('is answered by an equal version without a difference', async () => {
    const agent = await world.agent(shop('A tea for you.'), { manifest });
    const turns = await replayTranscript(world, agent, transcript);
    expect(turns.map(({ difference }) => difference)).toEqual([null, null, null, null, null]);
    expect(turns.map(({ did }) => did)).toEqual(['shop', 'presses "Tea"', 'clear', 'denied: Clear', 'bye']);
  });

  it('finds what another version answers otherwise, and plays the turns after it', async () => {
    const agent = await world.agent(shop('Tea is out.'), { manifest });
    const turns = await replayTranscript(world, agent, transcript);
    expect(turns.map(({ difference }) => difference)).toEqual([
      null,
      'the answer: /0/text was "A tea for you.", is "Tea is out."',
      null,
      null,
      null,
    ]);
    expect(turns[1]?.now).toEqual([[text('Tea is out.')]]);
  });

  it('counts an answer that does not come, one more, and a button that is gone as differences', async () => {
    const agent = await world.agent(
      (given) => {
        given.hears('shop', (ctx) => ctx.reply('Closed.'));
        given.hears('bye', (ctx) => ctx.reply('Bye!'));
      },
      { manifest },
    );
    const turns = await replayTranscript(world, agent, transcript, { withinMs: 600 });
    expect(turns.map(({ difference }) => difference)).toEqual([
      'the answer: its blocks were text, buttons, and are text',
      expect.stringContaining('sees nothing to press called "Tea"'),
      null,
      expect.stringContaining('waited in vain'),
      'one more answer: "Bye!"',
    ]);
  });
});

describe('answers are compared', () => {
  const one = (...blocks: readonly object[]) => [blocks] as unknown as Answers;

  it.each([
    [
      'ids of tools that differ',
      [{ type: 'tool_use', id: 'a', name: 'look', input: {} }],
      [{ type: 'tool_use', id: 'b', name: 'look', input: {} }],
    ],
    ['thinking that differs', [{ type: 'thinking', thinking: 'So?' }, text('Yes')], [text('Yes')]],
    [
      'files with another id',
      [{ type: 'file', asset_id: 'a', filename: 'x' }],
      [{ type: 'file', asset_id: 'b', filename: 'x' }],
    ],
  ])('without %s', (_what, recorded, now) => {
    expect(differenceOf(one(...recorded), one(...now), 'blocks')).toBeNull();
  });

  it('by text, by types, or whole', () => {
    const [was, is] = [one(text('Yes'), { type: 'divider' }), one(text('No'), { type: 'divider' })];
    expect(differenceOf(was, is, 'blocks')).toBe('the answer: /0/text was "Yes", is "No"');
    expect(differenceOf(was, is, 'text')).toBe('the answer: was "Yes", is "No"');
    expect(differenceOf(was, is, 'types')).toBeNull();
    expect(differenceOf(was, one(text('Yes')), 'text')).toBeNull();
    expect(differenceOf(was, one(text('Yes')), 'types')).toBe(
      'the answer: its blocks were text, divider, and are text',
    );
  });

  it('in their number', () => {
    expect(differenceOf(one(text('Yes')), [], 'types')).toBe('the answer is missing: "Yes"');
    expect(differenceOf([], one(text('Yes')), 'types')).toBe('one more answer: "Yes"');
  });
});

it.each([
  [{ version: '2', turns: [{ person: 'ada', says: 'x' }] }, '/version'],
  [{ version: '1', turns: [] }, '/turns'],
  [{ version: '1', turns: [{ person: 'Ada!', says: 'x' }] }, '/turns/0'],
  [{ version: '1', turns: [{ person: 'ada' }] }, '/turns/0'],
  ['talk', 'its top'],
])('what is no transcript is refused with its place: %j', (json, place) => {
  expect(() => readTranscript(json)).toThrow(`at ${place}`);
});
