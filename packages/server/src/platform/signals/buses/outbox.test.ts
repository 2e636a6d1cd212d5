import { newId } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { Signal } from '../signal.ts';
import { Outbox, type Batch } from './outbox.ts';

const some = (count: number): Signal[] =>
  Array.from(
    { length: count },
    () => ({ to: 'servers', type: 'deliveriesWaiting', agentId: newId('agent', Date.now()) }) as const,
  );

function drain(outbox: Outbox): Batch[] {
  const batches: Batch[] = [];
  for (let batch = outbox.take(); batch !== null; batch = outbox.take()) batches.push(batch);
  return batches;
}

describe('an outbox', () => {
  it('hands out what waits in order, in batches', () => {
    const outbox = new Outbox(100, 4);
    const signals = some(10);
    outbox.add(signals);
    const batches = drain(outbox);
    expect(batches.map((batch) => ('signals' in batch ? batch.signals.length : 0))).toEqual([4, 4, 2]);
    expect(batches.flatMap((batch) => ('signals' in batch ? batch.signals : []))).toEqual(signals);
    expect(outbox.isEmpty).toBe(true);
  });

  it('puts a batch that failed back in front', () => {
    const outbox = new Outbox(100, 2);
    const signals = some(5);
    outbox.add(signals);
    outbox.putBack(outbox.take() as Batch);
    expect(drain(outbox).flatMap((batch) => ('signals' in batch ? batch.signals : []))).toEqual(signals);
  });

  it('says one resync instead of more signals than it may hold, and what comes after that is kept again', () => {
    const outbox = new Outbox(10, 4);
    outbox.add(some(11));
    outbox.add(some(3));
    expect(outbox.take()).toEqual({ resync: true });
    const later = some(2);
    outbox.add(later);
    expect(drain(outbox)).toEqual([{ signals: later }]);
  });

  it('says the resync again when it could not be sent, and gives up what came meanwhile', () => {
    const outbox = new Outbox(10, 4);
    outbox.add(some(11));
    const resync = outbox.take() as Batch;
    outbox.add(some(2));
    outbox.putBack(resync);
    expect(drain(outbox)).toEqual([{ resync: true }]);
  });

  it('gives up as well when a batch that comes back makes it too full', () => {
    const outbox = new Outbox(10, 5);
    outbox.add(some(5));
    const batch = outbox.take() as Batch;
    outbox.add(some(8));
    outbox.putBack(batch);
    expect(drain(outbox)).toEqual([{ resync: true }]);
  });
});
