import type { DeliveryId } from '@parley/protocol';
import { RecentMap } from '../../time/recent-map.ts';
import { laneOf, type Lane, type NewDelivery } from '../delivery.ts';

/** What was found of a lane: a place up to which nothing waited in it. */
export interface LaneFloor {
  readonly lane: Lane;
  readonly floor: number;
  /** What had been found at the last time but this, when the look began. */
  readonly foundBefore: number;
}

/** Lanes that are remembered at most; those that nothing was queued in for longest are forgotten. */
const lanesMax = 20_000;

/**
 * For each lane a place in the queue up to which no first attempt waits any more. Places are given in order under the lock of their
 * conversation, and what was over is never queued in the same place again, so this can only grow. Whoever looks for what is before a
 * delivery begins there: while a snapshot is held open, the index of lanes keeps an entry for each delivery that is over.
 *
 * A look may have begun before it had the lock, and then sees nothing of what another queued in between. So it is believed only up to
 * what had been found before it began: all that has a place before that was committed by then.
 */
export class LaneFloors {
  private readonly lanes = new RecentMap<string, { readonly floor: number; readonly found: number }>(lanesMax);

  /** 0 where nothing is known. */
  of(lane: Lane): number {
    return this.lanes.get(laneOf(lane))?.floor ?? 0;
  }

  /** What was found last. */
  foundIn(lane: Lane): number {
    return this.lanes.get(laneOf(lane))?.found ?? 0;
  }

  /** Takes note of what was found, once it is committed. */
  note({ lane, floor, foundBefore }: LaneFloor): void {
    const name = laneOf(lane);
    const known = this.lanes.get(name) ?? { floor: 0, found: 0 };
    this.lanes.set(name, {
      floor: Math.max(known.floor, Math.min(floor, foundBefore)),
      found: Math.max(known.found, floor),
    });
  }

  /** The database may be another than it was, which gives earlier places again. */
  clear(): void {
    this.lanes.clear();
  }
}

/** What is known of the lanes of deliveries that are to be queued. */
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
   * What the statement that queued them found: of several in a lane the lowest. Where one was not wanted, nobody looked what is before
   * it, and it waits itself.
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
