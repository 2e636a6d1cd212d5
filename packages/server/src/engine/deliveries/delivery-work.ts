import { bySystem } from '../../platform/audit/act.ts';
import type { AuditTrail, WrittenRow } from '../../platform/audit/trail.ts';
import type { Hub } from '../../platform/signals/hub.ts';
import { tell, type Signal } from '../../platform/signals/signal.ts';
import type { Commit, Work } from '../../platform/signals/work.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { NewDelivery } from './delivery.ts';
import type { Engine, Enqueued } from './engine.ts';

/** A unit of work that can also queue deliveries. */
export interface DeliveryWork extends Work {
  /** Writes deliveries to the log and the queue. They are sent after the commit. */
  deliver(deliveries: readonly NewDelivery[]): Promise<void>;
}

export type CommitDeliveries = Commit<DeliveryWork>;

/** The work that remains after a transaction has committed. */
export interface Aftermath {
  readonly enqueued: readonly Enqueued[];
  readonly signals: readonly Signal[];
}

/**
 * Hands the deliveries to the engine and publishes the signals. Deliveries go first, because people wait for the
 * answers.
 */
export function follow(
  { engine, hub }: { readonly engine: Pick<Engine, 'handOff'>; readonly hub: Pick<Hub, 'publish'> },
  { enqueued, signals }: Aftermath,
): void {
  for (const each of enqueued) engine.handOff(each);
  hub.publish(signals);
}

/**
 * Creates the function with which requests write. It runs a transaction; after the commit it hands the deliveries to
 * the engine, then publishes the signals, each once. Sends and replies do not use it: their last statement commits.
 */
export function openCommit(parts: {
  readonly storage: Pick<Storage, 'transaction'>;
  readonly engine: Pick<Engine, 'enqueue' | 'handOff'>;
  readonly hub: Pick<Hub, 'publish'>;
  readonly audit: Pick<AuditTrail, 'write' | 'committed'>;
}): CommitDeliveries {
  const { storage, engine, hub, audit } = parts;
  return async (write, act = bySystem) => {
    const rows: WrittenRow[] = [];
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
        audit: async (action, ids = {}, as = undefined) => {
          rows.push(await audit.write(tx, act, action, ids, as));
        },
      }),
    );
    follow({ engine, hub }, { enqueued, signals });
    audit.committed(rows);
    return result;
  };
}
