import type { BrowserEventPayloads, BrowserEventType, UserId } from '@parley/protocol';
import type { NewDelivery } from './deliveries/delivery.ts';
import type { Engine, Enqueued } from './deliveries/engine.ts';
import type { Hub } from './signals/hub.ts';
import { tell, type Signal } from './signals/signal.ts';
import type { Storage, Tx } from './storage/storage.ts';

/** One transaction with what is to follow its commit. Where it is rolled back, nothing of that takes place. */
export interface Work {
  readonly tx: Tx;
  /** Tells these people of a change, after the commit. */
  tell<Type extends BrowserEventType>(
    userIds: readonly UserId[],
    type: Type,
    payload: BrowserEventPayloads[Type],
  ): void;
  /** Publishes signals, after the commit. */
  signal(signals: readonly Signal[]): void;
  /** Writes deliveries into log and queue; what can be sent at once is, after the commit. */
  deliver(deliveries: readonly NewDelivery[]): Promise<void>;
}

/**
 * Runs a unit of work: a transaction, and afterwards, once and in this order, its deliveries are handed to the engine and its signals
 * published. Rejects as `Storage.transaction` does.
 *
 * @example
 * await app.commit(async (work) => {
 *   await updateTitle(work.tx, conversationId, title);
 *   work.tell(people, 'conversationUpdated', { conversationId });
 * });
 */
export type Commit = <T>(write: (work: Work) => Promise<T>) => Promise<T>;

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

/** Makes the way in which requests write. Only a send, whose commit leaves with its last statement, has another. */
export function openCommit(parts: {
  readonly storage: Pick<Storage, 'transaction'>;
  readonly engine: Pick<Engine, 'enqueue' | 'handOff'>;
  readonly hub: Pick<Hub, 'publish'>;
}): Commit {
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
