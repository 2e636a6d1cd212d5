import type { DeliveryId } from '@parley/protocol';
import { laneOf, type Lane, type NewDelivery } from '../delivery.ts';

export interface LaneFloor {
  readonly lane: Lane;
  readonly floor: number;
}

/** Lanes that are remembered at most; those that nothing was queued in for longest are forgotten. */
const lanesMax = 20_000;

/**
 * For each lane a place in the queue up to which no first attempt waits any more. Places are given in order under the lock of their
 * conversation, and what was over is never queued in the same place again, so this can only grow. Whoever looks for what is before a
 * delivery begins there: while a snapshot is held open, the index of lanes keeps an entry for each delivery that is over.
 */
export class LaneFloors {
  private readonly floors = new Map<string, number>();

  /** 0 where nothing is known. */
  of(lane: Lane): number {
    return this.floors.get(laneOf(lane)) ?? 0;
  }

  raise(lane: Lane, floor: number): void {
    const name = laneOf(lane);
    const known = this.floors.get(name) ?? 0;
    this.floors.delete(name);
    this.floors.set(name, Math.max(known, floor));
    if (this.floors.size <= lanesMax) return;
    for (const oldest of this.floors.keys()) {
      this.floors.delete(oldest);
      return;
    }
  }

  /** The database may be another than it was, which gives earlier places again. */
  clear(): void {
    this.floors.clear();
  }
}

/**
 * What the statement that queued deliveries found of their lanes: of several in one the lowest. Where one was not wanted, nobody looked
 * what is before it, and it waits itself.
 */
export function floorsOf(
  deliveries: readonly NewDelivery[],
  wanted: readonly boolean[],
  found: ReadonlyMap<DeliveryId, number>,
): LaneFloor[] {
  const floors = new Map<string, LaneFloor>();
  for (const [place, delivery] of deliveries.entries()) {
    const floor = found.get(delivery.deliveryId);
    if (floor === undefined) continue;
    const lane = laneOf(delivery);
    floors.set(lane, { lane: delivery, floor: Math.min(wanted[place] ? floor : 0, floors.get(lane)?.floor ?? floor) });
  }
  return [...floors.values()];
}
