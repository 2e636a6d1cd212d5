import { newId, type DeliveryId } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import type { OpenBus } from '../../../platform/signals/bus.ts';
import { openHub } from '../../../platform/signals/hub.ts';
import { DispatchTimes } from './dispatch-times.ts';

type Receive = Parameters<OpenBus>[0];

/** Returns a function that opens hubs of servers that receive each other's signals at once. */
function openHubs() {
  const receivers = new Set<Receive>();
  return () =>
    openHub(async (receive) => {
      receivers.add(receive);
      return {
        send: (signals) => receivers.forEach((other) => other !== receive && other(signals)),
        sendGap: () => undefined,
        close: async () => undefined,
      };
    });
}

async function openServers() {
  const open = openHubs();
  const known = new Map<DeliveryId, Date>();
  const [reader, holder] = [await open(), await open()];
  const there = new DispatchTimes(
    holder,
    () => 'holder',
    (id) => known.get(id),
  );
  const here = new DispatchTimes(
    reader,
    () => 'reader',
    () => undefined,
  );
  here.listen();
  return { here, known, end: there.listen() };
}

describe('§10 what has gone out', () => {
  const at = new Date('2026-11-22T18:00:00.000Z');
  const held = (id: DeliveryId) => ({ delivery_id: id, lease_owner: 'holder' });

  it('is told by the server that has it in hand, of as many as are asked for', async () => {
    const { here, known } = await openServers();
    const ids = Array.from({ length: 120 }, () => newId('delivery'));
    for (const id of ids.slice(0, 110)) known.set(id, at);
    const found = await here.of(ids.map(held));
    expect([...found.keys()].sort()).toEqual(ids.slice(0, 110).sort());
    for (const told of found.values()) expect(told).toEqual(at);
  });

  it('is not asked of anybody where nobody has it in hand, nor waited for where the server is gone', async () => {
    const { here, known, end } = await openServers();
    const id = newId('delivery');
    known.set(id, at);
    expect(await here.of([{ delivery_id: id, lease_owner: null }])).toEqual(new Map());
    end();
    expect(await here.of([held(id)])).toEqual(new Map());
  });
});
