import type { DeliveryId } from '@parley/protocol';
import { systemClock } from '../../../platform/time/clock.ts';
import type { Hub } from '../../../platform/signals/hub.ts';
import type { Dispatches, Undispatched } from '../with-dispatches.ts';
import type { ServerSignal } from '../../../platform/signals/signal.ts';

/** Timeout for the answer of another server. A live server answers well within it. */
const patienceMs = 300;
/** Ids per signal, so that each signal fits into one message of any bus. */
const idsPerSignal = 50;

type Told = Extract<ServerSignal, { type: 'dispatchesTold' }>;

/**
 * Finds dispatch times that are not yet persisted: those of this server in memory, the others by asking the servers
 * that hold the leases. So readers see at once what an agent has received, and sending needs no extra write.
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

  /** Answers questions of other servers from now on. Returns a function that stops it. */
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

  /** Asks another server. Resolves to null if it does not answer in time. */
  private ask(owner: string, deliveryIds: readonly DeliveryId[]): Promise<Told | null> {
    const ask = `${this.nodeId()} ${(this.asked += 1)}`;
    const key = `${ask} ${owner}`;
    return new Promise<Told | null>((resolve) => {
      // The other process answers in real time, whichever clock the deliveries use.
      const cancel = systemClock.after(patienceMs, () => resolve(null));
      this.waiting.set(key, (told) => {
        cancel();
        resolve(told);
      });
      this.hub.publish([{ to: 'servers', type: 'dispatchesAsked', ask, nodeId: owner, deliveryIds }]);
    }).finally(() => this.waiting.delete(key));
  }
}
