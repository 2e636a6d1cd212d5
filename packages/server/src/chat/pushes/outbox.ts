/** A queue of work, fair between target hosts. */
export interface Outbox<Item> {
  /** Adds an item. Returns false if the queue of this host or the whole queue is full. */
  add(host: string, item: Item): boolean;
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
  /** Drops the queued items. Returns their number. */
  clear(): number;
  readonly waiting: number;
}

export interface OutboxOptions<Item> {
  /** Does the work for one item. Must not reject. */
  readonly run: (item: Item) => Promise<void>;
  /** Maximum number of items running at once, for one host and in total. */
  readonly perHost: number;
  readonly inAll: number;
  /** Maximum number of queued items, for one host and in total. */
  readonly waitingPerHost: number;
  readonly waitingInAll: number;
}

interface Lane<Item> {
  readonly queue: Item[];
  underWay: number;
}

/** Creates a queue. Hosts take turns, so that a slow or hanging host delays no other. */
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

  /** Starts items host by host. A host that had a turn goes to the end. */
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
