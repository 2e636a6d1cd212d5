import type { Message } from '@parley/protocol';
import { expect, it } from 'vitest';
import { agents, mine } from '../testing/samples.ts';
import { endedCalls, toldCallLines } from './agent-calls.ts';

const line = (minute: number, body: string): Message =>
  agents(minute, { author: { type: 'platform', id: null, name: 'Parley' }, body, blocks: [] });
const from = { agentId: 'agt_1', name: 'Gardener' } as const;
const called = (name: string, calledAt: number, answeredAt: number | null): Pick<Message, 'agentCall'> => ({
  agentCall: {
    from,
    to: { agentId: 'agt_2', name },
    calledAt: agents(calledAt).createdAt,
    answeredAt: answeredAt === null ? null : agents(answeredAt).createdAt,
    state: answeredAt === null ? 'ended' : 'answered',
  },
});

it('leaves out the lines that a call says itself, in the rooms of both agents', () => {
  const callers = [mine(1), agents(2, called('Almanac', 2, 3)), line(3, '“Almanac” answered “Gardener”.')];
  expect([...toldCallLines(callers)]).toEqual(['msg_3']);
  const itsRoom = [line(2, '“Gardener” called “Almanac”.'), agents(4, called('Almanac', 2, 5))];
  expect([...toldCallLines(itsRoom)]).toEqual(['msg_2']);
});

it('keeps the lines of other calls of the same agents', () => {
  const messages = [line(1, '“Gardener” called “Almanac”.'), ...[line(2, '“Gardener” called “Almanac”.'), agents(4)]];
  expect(toldCallLines([...messages, agents(5, called('Almanac', 2, 5))])).toEqual(new Set(['msg_2']));
  expect(toldCallLines([agents(2, called('Almanac', 2, null)), line(3, '“Almanac” answered “Gardener”.')]).size).toBe(
    0,
  );
});

it('knows that a call gets no answer once its caller has answered without it', () => {
  const open = called('Almanac', 2, null).agentCall;
  const pending = agents(2, { replyToDeliveryId: 'dlv_1', ...(open && { agentCall: { ...open, state: 'pending' } }) });
  expect(endedCalls([mine(1), pending, agents(3, { replyToDeliveryId: 'dlv_2' })]).size).toBe(0);
  expect([...endedCalls([mine(1), pending, agents(3, { replyToDeliveryId: 'dlv_1' })])]).toEqual(['msg_2']);
  expect([...endedCalls([mine(1), agents(2, called('Almanac', 2, null))])]).toEqual(['msg_2']);
});

it('takes nobody’s words for the platform’s', () => {
  const words = mine(3, { body: '“Almanac” answered “Gardener”.' });
  expect(toldCallLines([agents(2, called('Almanac', 2, 3)), words]).size).toBe(0);
});
