/** Work that waits for its turn, by the host that it goes to. */
export interface Outbox<Item> {
  /** False where too much waits already, for this host or in all. */
  add(host: string, item: Item): boolean;
  /** Resolves as soon as nothing waits and nothing is under way. */
  idle(): Promise<void>;
  /** Lets go of what waits; returns how much it was. */
  clear(): number;
  readonly waiting: number;
}

export interface OutboxOptions<Item> {
  /** Does the work for one item. It must not reject. */
  readonly run: (item: Item) => Promise<void>;
  /** Items under way at once, for one host and in all. */
  readonly perHost: number;
  readonly inAll: number;
  /** Items that wait, for one host and in all. */
  readonly waitingPerHost: number;
  readonly waitingInAll: number;
}

interface Lane<Item> {
  readonly queue: Item[];
  underWay: number;
}

/** Gives each host its turn, so that one that answers slowly, or never, holds up nobody else. */
export function createOutbox<Item>(options: OutboxOptions<Item>): Outbox<Item> {
  const lanes = new Map<string, Lane<Item>>();
  const whenIdle: (() => void)[] = [];
  let waiting = 0;
  let underWay = 0;

  function start(host: string, lane: Lane<Item>): void {
    const item = lane.queue.shift() as Item;
    waiting -= 1;
    underWay += 1;
    lane.underWay += 1;
    void options.run(item).finally(() => {
      underWay -= 1;
      lane.underWay -= 1;
      if (lane.underWay === 0 && lane.queue.length === 0) lanes.delete(host);
      fill();
      if (waiting === 0 && underWay === 0) for (const tell of whenIdle.splice(0)) tell();
    });
  }

  /** Host by host, and whoever had a turn goes to the end. */
  function fill(): void {
    for (let started = true; started && underWay < options.inAll && waiting > 0;) {
      started = false;
      for (const [host, lane] of [...lanes]) {
        if (underWay >= options.inAll || lane.queue.length === 0 || lane.underWay >= options.perHost) continue;
        lanes.delete(host);
        lanes.set(host, lane);
        start(host, lane);
        started = true;
      }
    }
  }

  return {
    add(host, item) {
      const lane = lanes.get(host) ?? { queue: [], underWay: 0 };
      if (waiting >= options.waitingInAll || lane.queue.length >= options.waitingPerHost) return false;
      lanes.set(host, lane);
      lane.queue.push(item);
      waiting += 1;
      fill();
      return true;
    },
    idle: () =>
      waiting === 0 && underWay === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve)),
    clear() {
      const cleared = waiting;
      for (const lane of lanes.values()) lane.queue.length = 0;
      waiting = 0;
      if (underWay === 0) for (const tell of whenIdle.splice(0)) tell();
      return cleared;
    },
    get waiting() {
      return waiting;
    },
  };
}
