import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentId } from '@parley/protocol';
import { laneMax, queueMax } from '../queue-limits.ts';
import { AgentQueue } from './agent-queue.ts';
import type { Claimed } from '../delivery.ts';
import { claimedDelivery, conversation } from '../fixtures/claimed.ts';

const agentId = 'agt_1' as AgentId;
const first = (name: string) => claimedDelivery({ conversationId: conversation(name) });
const retry = (name: string) => claimedDelivery({ conversationId: conversation(name), attemptCount: 1 });

function queueOf(...deliveries: Claimed[]): AgentQueue {
  const queue = new AgentQueue(agentId);
  for (const delivery of deliveries) queue.push(delivery);
  return queue;
}

describe('a queue that goes one at a time in each lane', () => {
  it('gives out the next of a lane only once the one before it is done', () => {
    const [one, two] = [first('a'), first('a')];
    const queue = queueOf(one, two);
    expect(queue.take(true)).toBe(one);
    expect(queue.take(true)).toBeNull();
    queue.done(one, 'failed');
    expect(queue.take(true)).toBe(two);
  });

  it('lets lanes take turns, so that a room with much to say does not hold up another', () => {
    const [a1, a2, a3, b1, c1] = [first('a'), first('a'), first('a'), first('b'), first('c')];
    const queue = queueOf(a1, a2, a3, b1, c1);
    expect([queue.take(false), queue.take(false), queue.take(false), queue.take(false), queue.take(false)]).toEqual([
      a1,
      b1,
      c1,
      a2,
      a3,
    ]);
  });

  it('does not let a retry hold up the lane, nor the lane a retry', () => {
    const [failed, one] = [retry('a'), first('a')];
    const queue = queueOf(failed, one);
    expect(new Set([queue.take(true), queue.take(true)])).toEqual(new Set([failed, one]));
  });

  it('gives retries their turn while first attempts never end', () => {
    const late = retry('late');
    const queue = queueOf(late, ...Array.from({ length: 20 }, (_, place) => first(`room ${place}`)));
    const given = Array.from({ length: 8 }, () => queue.take(true));
    expect(given).toContain(late);
  });

  it('keeps a lane busy although its rest was taken out', () => {
    const [one, two] = [first('a'), first('a')];
    const queue = queueOf(one, two);
    queue.take(true);
    expect(queue.clear()).toEqual([two]);
    queue.push(two);
    expect(queue.take(true)).toBeNull();
    queue.done(one, 'succeeded');
    expect(queue.take(true)).toBe(two);
  });
});

describe('a room with more than may wait in memory', () => {
  const many = (count: number) => Array.from({ length: count }, () => first('a'));

  it('is full at its bound, and no other room with it', () => {
    const queue = queueOf(...many(laneMax - 1));
    expect([
      queue.isFull(conversation('a')),
      queue.isFull(conversation('a'), 1),
      queue.isFull(conversation('b')),
    ]).toEqual([false, true, false]);
  });

  it('is fetched again once half of it is gone, and not before', () => {
    const queue = queueOf(...many(laneMax));
    queue.fetched(queue.waitingMark, true);
    for (let taken = 0; taken < laneMax / 2; taken++) {
      expect([queue.fullConversations(), queue.hasMore]).toEqual([[conversation('a')], false]);
      queue.take(false);
    }
    expect([queue.fullConversations(), queue.hasMore, queue.isShort]).toEqual([[], true, false]);
  });

  it('is fetched again where it was taken out', () => {
    const queue = queueOf(...many(laneMax));
    queue.fetched(queue.waitingMark, true);
    queue.drop(({ conversationId }) => conversationId === conversation('a'));
    expect(queue.hasMore).toBe(true);
  });
});

describe('what a queue counts', () => {
  it('takes out one room and keeps the others', () => {
    const [a, b, c] = [first('a'), first('b'), retry('a')];
    const queue = queueOf(a, b, c);
    queue.drop(({ conversationId }) => conversationId === 'cnv_a');
    expect(queue.size).toBe(1);
    expect(queue.clear()).toEqual([b]);
    expect(queue.size).toBe(0);
  });

  it('has room for as many as it may hold, counting those under way', () => {
    const queue = queueOf(first('a'), first('b'));
    queue.take(true);
    expect(queue.size).toBe(2);
    expect(queue.freeSlots).toBe(queueMax - 2);
  });

  it('opens its window with each success up to a bound and never closes it for good', () => {
    const queue = new AgentQueue(agentId);
    const start = queue.freeWindow;
    const attempt = (succeeded: boolean) => {
      const delivery = first('a');
      queue.push(delivery);
      queue.take(true);
      queue.done(delivery, succeeded ? 'succeeded' : 'failed');
    };
    attempt(true);
    expect(queue.freeWindow).toBe(start + 1);
    for (let i = 0; i < 200; i++) attempt(true);
    expect(queue.freeWindow).toBe(64);
    for (let i = 0; i < 200; i++) attempt(false);
    expect(queue.freeWindow).toBe(1);
  });
});

type Step = { readonly do: 'push' | 'retry'; readonly lane: number } | { readonly do: 'take' | 'done' | 'fail' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('push', 'retry'), lane: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constantFrom('take', 'take', 'done', 'fail') }),
);

describe('any course of pushes, takes and ends', () => {
  it('keeps first attempts of a lane in order and alone, loses nothing and counts right', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const queue = new AgentQueue(agentId);
        const pushed: Claimed[] = [];
        const taken: Claimed[] = [];
        const underWay: Claimed[] = [];
        for (const now of steps) {
          if (now.do === 'push' || now.do === 'retry') {
            const delivery = now.do === 'push' ? first(String(now.lane)) : retry(String(now.lane));
            pushed.push(delivery);
            queue.push(delivery);
          } else if (now.do === 'take') {
            const delivery = queue.take(true);
            if (delivery) taken.push(delivery);
            if (delivery) underWay.push(delivery);
          } else {
            const delivery = underWay.shift();
            if (delivery) queue.done(delivery, now.do === 'done' ? 'succeeded' : 'failed');
          }
          const lanes = underWay.filter((d) => d.attemptCount === 0).map((d) => d.conversationId);
          expect(new Set(lanes).size).toBe(lanes.length);
          expect(queue.inFlight).toBe(underWay.length);
          expect(queue.size).toBe(pushed.length - taken.length + underWay.length);
        }
        for (;;) {
          const delivery = queue.take(true);
          if (delivery) taken.push(delivery);
          if (delivery) underWay.push(delivery);
          const over = underWay.shift();
          if (over) queue.done(over, 'succeeded');
          if (!delivery && !over) break;
        }
        expect(new Set(taken)).toEqual(new Set(pushed));
        expect(taken.length).toBe(pushed.length);
        for (let lane = 0; lane < 4; lane++) {
          const inLane = (d: Claimed) => d.attemptCount === 0 && d.conversationId === conversation(String(lane));
          expect(taken.filter(inLane)).toEqual(pushed.filter(inLane));
        }
        expect(queue.size).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what waits longest in a queue', () => {
  const due = (name: string, ms: number, attemptCount = 0) =>
    claimedDelivery({ conversationId: conversation(name), dueAt: new Date(ms), attemptCount });

  it('is found among first attempts and retries, and not among what is under way', () => {
    const queue = queueOf(due('a', 30), due('a', 40), due('b', 20), due('a', 10, 1));
    expect(queue.oldestDueAt()).toEqual(new Date(10));
    queue.clear();
    expect(queue.oldestDueAt()).toBeNull();
    const only = queueOf(due('a', 30), due('a', 40));
    only.take(true);
    expect(only.oldestDueAt()).toEqual(new Date(40));
    only.take(false);
    expect(only.oldestDueAt()).toEqual(new Date(40));
  });
});
