import type { DeliveryId } from '@parley/protocol';
import { RecentMap } from '../../../platform/time/recent-map.ts';
import { laneOf, type Lane, type NewDelivery } from '../delivery.ts';

/** The result of a lookup in a lane: a position at and below which no first attempt waits. */
export interface LaneFloor {
  readonly lane: Lane;
  readonly floor: number;
  /** The result of the lookup that was the last one when this lookup began. */
  readonly foundBefore: number;
}

/** Maximum number of lanes kept. The least recently used are forgotten. */
const lanesMax = 20_000;

/**
 * Remembers, for each lane, a position in the queue at and below which no first attempt waits. Positions grow under the
 * lock of the conversation and are never used again, so the floor only grows. Lookups start at the floor: while an old
 * snapshot is held open, the index of lanes keeps an entry for each ended delivery.
 *
 * A lookup may have taken its snapshot before it had the lock, and so miss what another server queued in between.
 * Therefore its result counts only up to the result known before it began: all lower positions were committed by then.
 */
export class LaneFloors {
  private readonly lanes = new RecentMap<string, { readonly floor: number; readonly found: number }>(lanesMax);

  /** Returns the floor of a lane, or 0 if unknown. */
  of(lane: Lane): number {
    return this.lanes.get(laneOf(lane))?.floor ?? 0;
  }

  /** Returns the result of the last lookup in a lane, or 0. */
  foundIn(lane: Lane): number {
    return this.lanes.get(laneOf(lane))?.found ?? 0;
  }

  /** Records the result of a lookup after its commit. */
  note({ lane, floor, foundBefore }: LaneFloor): void {
    const name = laneOf(lane);
    const known = this.lanes.get(name) ?? { floor: 0, found: 0 };
    this.lanes.set(name, {
      floor: Math.max(known.floor, Math.min(floor, foundBefore)),
      found: Math.max(known.found, floor),
    });
  }

  /** Forgets everything. The database may be a different one, with positions that start lower. */
  clear(): void {
    this.lanes.clear();
  }
}

/** The floors of the lanes of deliveries that are about to be queued. */
export class KnownLanes {
  readonly floors: readonly number[];
  private readonly foundBefore: readonly number[];

  constructor(
    lanes: LaneFloors,
    private readonly deliveries: readonly NewDelivery[],
    private readonly wanted: readonly boolean[],
  ) {
    this.floors = deliveries.map((delivery) => lanes.of(delivery));
    this.foundBefore = deliveries.map((delivery) => lanes.foundIn(delivery));
  }

  /**
   * Returns the results of the statement that queued them, the lowest for each lane. For a delivery that was not wanted
   * no lookup was made, and it waits itself: its lane gets 0.
   */
  found(floors: ReadonlyMap<DeliveryId, number>): LaneFloor[] {
    const found = new Map<string, LaneFloor>();
    for (const [place, lane] of this.deliveries.entries()) {
      const floor = floors.get(lane.deliveryId);
      if (floor === undefined) continue;
      const name = laneOf(lane);
      const lowest = Math.min(this.wanted[place] ? floor : 0, found.get(name)?.floor ?? floor);
      found.set(name, { lane, floor: lowest, foundBefore: this.foundBefore[place] ?? 0 });
    }
    return [...found.values()];
  }
}
