import type { DeliveryId } from '@parley/protocol';
import { systemClock } from '../../time/clock.ts';
import type { Hub } from '../../signals/hub.ts';
import type { ServerSignal } from '../../signals/signal.ts';

/** A delivery of which the database does not say yet when it went out, and which server has it in hand. */
export interface Undispatched {
  readonly delivery_id: DeliveryId;
  readonly lease_owner: string | null;
}

export type Dispatches = ReadonlyMap<DeliveryId, Date>;

/** Another server answers at once; one that is gone is not waited for longer. */
const patienceMs = 300;
/** Ids that go into one signal, so that it fits into any bus's message. */
const idsPerSignal = 50;

type Told = Extract<ServerSignal, { type: 'dispatchesTold' }>;

/**
 * When deliveries went out, before the database says so: what this server knows by itself, and what the servers that have them in
 * hand answer when they are asked. So a reader sees at once what an agent has received already, and sending costs no write.
 */
export class DispatchTimes {
  private readonly waiting = new Map<string, (told: Told) => void>();
  private asked = 0;
  private readonly hub: Hub;
  private readonly nodeId: () => string;
  private readonly knownHere: (deliveryId: DeliveryId) => Date | undefined;

  constructor(hub: Hub, nodeId: () => string, knownHere: (deliveryId: DeliveryId) => Date | undefined) {
    this.hub = hub;
    this.nodeId = nodeId;
    this.knownHere = knownHere;
  }

  /** Answers the other servers from now on; returns what ends it. */
  listen(): () => void {
    return this.hub.onServer((signal) => {
      if (signal.type === 'dispatchesTold') this.waiting.get(`${signal.ask} ${signal.nodeId}`)?.(signal);
      if (signal.type !== 'dispatchesAsked' || signal.nodeId !== this.nodeId()) return;
      const dispatched = signal.deliveryIds.flatMap((deliveryId) => {
        const at = this.knownHere(deliveryId);
        return at ? [{ deliveryId, at: at.getTime() }] : [];
      });
      this.hub.publish([{ to: 'servers', type: 'dispatchesTold', ask: signal.ask, nodeId: signal.nodeId, dispatched }]);
    });
  }

  async of(deliveries: readonly Undispatched[]): Promise<Dispatches> {
    const found = new Map<DeliveryId, Date>();
    const elsewhere = new Map<string, DeliveryId[]>();
    for (const { delivery_id: deliveryId, lease_owner: owner } of deliveries) {
      const at = this.knownHere(deliveryId);
      if (at) found.set(deliveryId, at);
      else if (owner !== null && owner !== this.nodeId()) {
        elsewhere.set(owner, [...(elsewhere.get(owner) ?? []), deliveryId]);
      }
    }
    await Promise.all(
      [...elsewhere].map(async ([owner, deliveryIds]) => {
        for (let start = 0; start < deliveryIds.length; start += idsPerSignal) {
          const told = await this.ask(owner, deliveryIds.slice(start, start + idsPerSignal));
          if (told === null) return;
          for (const { deliveryId, at } of told.dispatched) found.set(deliveryId, new Date(at));
        }
      }),
    );
    return found;
  }

  /** Null where the other server does not answer in time. */
  private ask(owner: string, deliveryIds: readonly DeliveryId[]): Promise<Told | null> {
    const ask = `${this.nodeId()} ${(this.asked += 1)}`;
    const key = `${ask} ${owner}`;
    return new Promise<Told | null>((resolve) => {
      // Another process answers in the time of the machine, whatever clock the deliveries go by.
      const cancel = systemClock.after(patienceMs, () => resolve(null));
      this.waiting.set(key, (told) => {
        cancel();
        resolve(told);
      });
      this.hub.publish([{ to: 'servers', type: 'dispatchesAsked', ask, nodeId: owner, deliveryIds }]);
    }).finally(() => this.waiting.delete(key));
  }
}

/** Rows with when they went out, where it is known better than they say. */
export async function withDispatches<Row extends Undispatched & { readonly dispatched_at: Date | null }>(
  rows: readonly Row[],
  dispatchesOf: (deliveries: readonly Undispatched[]) => Promise<Dispatches>,
): Promise<Row[]> {
  const silent = rows.filter((row) => row.dispatched_at === null);
  if (silent.length === 0) return [...rows];
  const dispatches = await dispatchesOf(silent);
  return rows.map((row) => ({ ...row, dispatched_at: row.dispatched_at ?? dispatches.get(row.delivery_id) ?? null }));
}
