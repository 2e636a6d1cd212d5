import type { Message } from '@parley/protocol';
import { expect, it } from 'vitest';
import { agents, mine } from '../testing/samples.ts';
import { agentCallsIn } from './agent-calls.ts';

const line = (minute: number, body: string): Message =>
  agents(minute, { author: { type: 'platform', id: null, name: 'Parley' }, body, blocks: [] });
const name = agents(1).author.name;
const asking = (...names: string[]) => names.map((each) => ({ agentId: 'agt_2' as const, name: each }));

it('tells in the caller’s room whom an agent asked, and how long the answer took', () => {
  const { calls, told } = agentCallsIn([mine(1), agents(2), line(3, `“Almanac” answered “${name}”.`), agents(4)]);
  expect([...calls]).toEqual([['msg_2', { asker: name, asked: 'Almanac', answeredInMs: 60_000 }]]);
  expect([...told]).toEqual(['msg_3']);
});

it('knows that there is no answer yet, and leaves what was said before the call alone', () => {
  const { calls, told } = agentCallsIn([mine(1, { asking: asking('Almanac') }), agents(2), agents(3)]);
  expect([...calls]).toEqual([['msg_3', { asker: name, asked: 'Almanac', answeredInMs: null }]]);
  expect(told.size).toBe(0);
});

it('pairs calls that are made side by side, and one after the other', () => {
  const answer = (minute: number, from: string) => line(minute, `“${from}” answered “${name}”.`);
  const beside = agentCallsIn([mine(1), agents(2), agents(3), answer(4, 'One'), answer(5, 'Two'), agents(6)]);
  expect([...beside.calls].map(([id, { asked }]) => [id, asked])).toEqual([
    ['msg_2', 'One'],
    ['msg_3', 'Two'],
  ]);
  const after = agentCallsIn([
    mine(1, { asking: asking('Three') }),
    agents(2),
    agents(3),
    answer(4, 'One'),
    agents(5),
    answer(6, 'Two'),
    agents(7),
  ]);
  expect([...after.calls].map(([id, { asked }]) => [id, asked])).toEqual([
    ['msg_3', 'One'],
    ['msg_5', 'Two'],
    ['msg_7', 'Three'],
  ]);
});

it('folds the answer in the called agent’s room', () => {
  const { calls, told } = agentCallsIn([line(1, `“Gardener” called “${name}”.`), agents(2)]);
  expect([...calls]).toEqual([['msg_2', { asker: 'Gardener', asked: name, answeredInMs: 60_000 }]]);
  expect([...told]).toEqual(['msg_1']);
});

it('takes nobody’s words for the platform’s', () => {
  const { calls, told } = agentCallsIn([mine(1), agents(2), mine(3, { body: `“Almanac” answered “${name}”.` })]);
  expect([calls.size, told.size]).toEqual([0, 0]);
});
