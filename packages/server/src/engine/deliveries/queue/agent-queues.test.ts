import { expect, it } from 'vitest';
import { newId } from '@parley/protocol';
import { claimedDelivery, conversation } from '../fixtures/claimed.ts';
import { AgentQueues } from './agent-queues.ts';

const clock = { now: () => 1_000 };
const lane = (name: string, fence = 1) => claimedDelivery({ conversationId: conversation(name), fence });

it('recalls a delivery with an old body, and the first attempts of its lane', () => {
  const queues = new AgentQueues(clock);
  const [first, second, third, other] = [lane('a'), lane('a'), lane('a'), lane('b')];
  queues.take([first, second, third, other]);
  expect(queues.of('agt_1').take(true)).toBe(first);
  expect(queues.recall('agt_1', second.deliveryId, 1)).toEqual([second, third]);
  expect([...queues.ids()]).toEqual([other.deliveryId]);
  expect(queues.of('agt_1').hasMore).toBe(true);
});

it('recalls a retry alone', () => {
  const queues = new AgentQueues(clock);
  const retry = claimedDelivery({ conversationId: conversation('a'), attemptCount: 1 });
  const waiting = lane('a');
  queues.take([retry, waiting]);
  expect(queues.recall('agt_1', retry.deliveryId, 1)).toEqual([retry]);
  expect([...queues.ids()]).toEqual([waiting.deliveryId]);
});

it('keeps a delivery that was claimed with its new body', () => {
  const queues = new AgentQueues(clock);
  const claimed = lane('a', 2);
  queues.take([claimed]);
  expect(queues.recall('agt_1', claimed.deliveryId, 1)).toEqual([]);
  expect([...queues.ids()]).toEqual([claimed.deliveryId]);
});

it('does not queue a delivery that was on its way with an old body, nor one behind it in its lane', () => {
  const queues = new AgentQueues(clock);
  const [old, behind, other] = [lane('a'), lane('a'), lane('b')];
  queues.recall('agt_1', old.deliveryId, 1);
  queues.recall('agt_1', newId('delivery'), 1);
  expect(queues.take([old, behind, other]).overflow).toEqual([old, behind]);
  expect([...queues.ids()]).toEqual([other.deliveryId]);
});
