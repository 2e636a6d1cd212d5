import { expect, it } from 'vitest';
import { agents, delivery, draft, mine } from '../testing/samples.ts';
import type { RoomMessages, SettledMessage } from './room-messages.ts';
import { stoppableAmong, stoppedDeliveries } from './stop.ts';

const answer = { replyToDeliveryId: 'dlv_1' } as const;
const asked = mine(1, { deliveries: [delivery()] }) as SettledMessage;

function room(settled: readonly object[], drafts: RoomMessages['drafts'] = []): RoomMessages {
  return { settled: settled as readonly SettledMessage[], drafts, reachesStart: true, reachesEnd: true };
}

it('can stop what is on its way and what is being written', () => {
  expect(stoppableAmong(room([asked]))?.messageId).toBe('msg_1');
  expect(stoppableAmong(room([asked, agents(2, answer)], [{ ...draft('D', 'So'), ...answer }]))?.messageId).toBe(
    'msg_1',
  );
});

it('cannot stop what is answered, lost, stopped or was never for an agent', () => {
  expect(stoppableAmong(undefined)).toBeNull();
  expect(stoppableAmong(room([mine(1)]))).toBeNull();
  expect(stoppableAmong(room([asked, agents(2, answer)]))).toBeNull();
  expect(stoppableAmong(room([mine(1, { deliveries: [delivery({ status: 'failed' })] })]))).toBeNull();
  expect(stoppableAmong(room([{ ...asked, stopped: true }]))).toBeNull();
  expect(stoppableAmong(room([{ ...asked, failed: true }]))).toBeNull();
});

it('can stop an answer whose agent waits for another', () => {
  const asking = [{ agentId: 'agt_2' as const, name: 'Almanac' }];
  expect(stoppableAmong(room([{ ...asked, asking }, agents(2, answer)]))?.messageId).toBe('msg_1');
});

it('does not take a word of the agent about something else for the answer', () => {
  expect(stoppableAmong(room([asked, agents(2)]))?.messageId).toBe('msg_1');
});

it('cannot stop what is answered by way of the result of a tool', () => {
  const result = { replyToDeliveryId: 'dlv_result' } as const;
  expect(stoppableAmong(room([asked, agents(2, result)]))).toBeNull();
  expect(stoppableAmong(room([agents(1, result), { ...asked, seq: 2 }]))?.messageId).toBe('msg_1');
});

it('takes no answer to another person for the one to the reader', () => {
  const theirs = { ...mine(1), author: { type: 'user', id: 'usr_2', name: 'Ben' } };
  const toThem = agents(3, { replyToDeliveryId: 'dlv_theirs' });
  const held = [theirs, { ...asked, seq: 2 }, toThem];
  expect(stoppableAmong(room(held))?.messageId).toBe('msg_1');
  expect(stoppableAmong(room([...held, agents(4, { replyToDeliveryId: 'dlv_result' })]))).toBeNull();
});

it('stops an answer that is being written to a message before the last', () => {
  const later = mine(2, { deliveries: [delivery({ deliveryId: 'dlv_2' })] });
  const answered = agents(3, { replyToDeliveryId: 'dlv_2' });
  const held = room([asked, later, answered], [{ ...draft('D', 'So'), ...answer }]);
  expect(stoppableAmong(held)?.messageId).toBe('msg_1');
});

it('knows which answers were stopped', () => {
  expect([...stoppedDeliveries(room([{ ...asked, stopped: true }]))]).toEqual(['dlv_1']);
});
