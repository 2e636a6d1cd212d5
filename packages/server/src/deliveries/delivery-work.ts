import type { Hub } from '../signals/hub.ts';
import { tell, type Signal } from '../signals/signal.ts';
import type { Commit, Work } from '../signals/work.ts';
import type { Storage } from '../storage/storage.ts';
import type { NewDelivery } from './delivery.ts';
import type { Engine, Enqueued } from './engine.ts';

/** A unit of work that also sends. */
export interface DeliveryWork extends Work {
  /** Writes deliveries into log and queue; what can be sent at once is, after the commit. */
  deliver(deliveries: readonly NewDelivery[]): Promise<void>;
}

export type CommitDeliveries = Commit<DeliveryWork>;

/** What a transaction left to be done once it is committed. */
export interface Aftermath {
  readonly enqueued: readonly Enqueued[];
  readonly signals: readonly Signal[];
}

/** Does it: deliveries first, since somebody waits for them. */
export function follow(
  { engine, hub }: { readonly engine: Pick<Engine, 'handOff'>; readonly hub: Pick<Hub, 'publish'> },
  { enqueued, signals }: Aftermath,
): void {
  for (const each of enqueued) engine.handOff(each);
  hub.publish(signals);
}

/**
 * Makes the way in which requests write: a transaction, and afterwards, once and in this order, its deliveries are handed to the engine
 * and its signals published. Only sends and replies, whose commit leaves with their last statement, have another.
 */
export function openCommit(parts: {
  readonly storage: Pick<Storage, 'transaction'>;
  readonly engine: Pick<Engine, 'enqueue' | 'handOff'>;
  readonly hub: Pick<Hub, 'publish'>;
}): CommitDeliveries {
  const { storage, engine, hub } = parts;
  return async (write) => {
    const signals: Signal[] = [];
    const enqueued: Enqueued[] = [];
    const result = await storage.transaction((tx) =>
      write({
        tx,
        tell: (userIds, type, payload) => void signals.push(tell(userIds, type, payload)),
        signal: (more) => void signals.push(...more),
        deliver: async (deliveries) => {
          if (deliveries.length > 0) enqueued.push(await engine.enqueue(tx, deliveries));
        },
      }),
    );
    follow({ engine, hub }, { enqueued, signals });
    return result;
  };
}
