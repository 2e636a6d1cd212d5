import type { UserId } from '@parley/protocol';
import { openLoneBus, type OpenBus } from './bus.ts';
import { Others } from './others.ts';
import type { PersonSignal, ServerSignal, Signal } from './signal.ts';

type PersonListener = (signal: PersonSignal) => void;
type PublishedListener = (signals: readonly Signal[]) => void;
type ServerListener = (signal: ServerSignal | { readonly type: 'resync' }) => void;

/**
 * Distributes signals: to people's streams on this server, to this server's engine, and over the bus to the other
 * servers.
 */
export interface Hub {
  /** Publishes the signals of a committed transaction. Never call it before the commit. */
  publish(signals: readonly Signal[]): void;
  /** Publishes only to the streams of this server, for changes that each server detects itself. */
  publishHere(signals: readonly Signal[]): void;
  /**
   * Listens for one person's signals. Calls `resync` when some may have been missed. Returns a function that stops it.
   */
  onPerson(userId: UserId, listener: PersonListener, resync: () => void): () => void;
  onServer(listener: ServerListener): () => void;
  /** Listens for signals of other servers' commits. Returns a function that stops it. */
  onHeard(listener: PublishedListener): () => void;
  /** Listens for signals of this server's commits. Returns a function that stops it. */
  onPublished(listener: PublishedListener): () => void;
  /** Notes whether other servers are alive. While none is, nothing goes over the bus. */
  noteOthers(live: boolean): void;
  /** Whether no other server is alive, as far as this one knows. */
  readonly isAlone: boolean;
  /**
   * Listens for whether other servers are alive: at each lease renewal, and when one sends a signal. Returns a function
   * that stops it.
   */
  onOthers(listener: (live: boolean) => void): () => void;
  close(): Promise<void>;
}

/** Opens a hub over a bus. Calls `onPublished` with the signals of each commit. */
export async function openHub(
  openBus: OpenBus = openLoneBus,
  onPublished: PublishedListener = () => undefined,
): Promise<Hub> {
  const people = new Map<UserId, Set<{ listener: PersonListener; resync: () => void }>>();
  const servers = new Set<ServerListener>();
  const hearers = new Set<PublishedListener>();
  const publishers = new Set<PublishedListener>([onPublished]);
  const others = new Others();

  const fanOut = (signals: readonly Signal[]) => {
    for (const signal of signals) {
      if (signal.to === 'servers') {
        for (const listener of servers) listener(signal);
        continue;
      }
      for (const userId of signal.userIds) for (const { listener } of people.get(userId) ?? []) listener(signal);
    }
  };
  const resync = () => {
    others.note(true);
    for (const listener of servers) listener({ type: 'resync' });
    for (const subscribers of people.values()) for (const subscriber of subscribers) subscriber.resync();
  };
  const receive = (signals: readonly Signal[]) => {
    // A server that sends is alive.
    others.note(true);
    for (const listener of hearers) listener(signals);
    fanOut(signals);
  };
  others.over(await openBus(receive, resync));

  return {
    publish(signals) {
      if (signals.length === 0) return;
      for (const listener of publishers) listener(signals);
      fanOut(signals);
      others.tell(signals);
    },
    publishHere: fanOut,
    onPerson(userId, listener, resyncPerson) {
      const entry = { listener, resync: resyncPerson };
      const subscribers = people.get(userId) ?? new Set();
      people.set(userId, subscribers.add(entry));
      return () => {
        subscribers.delete(entry);
        if (subscribers.size === 0 && people.get(userId) === subscribers) people.delete(userId);
      };
    },
    onServer(listener) {
      servers.add(listener);
      return () => servers.delete(listener);
    },
    onHeard(listener) {
      hearers.add(listener);
      return () => hearers.delete(listener);
    },
    onPublished(listener) {
      publishers.add(listener);
      return () => publishers.delete(listener);
    },
    noteOthers: (live) => others.note(live),
    get isAlone() {
      return others.areNone;
    },
    onOthers: (listener) => others.onNote(listener),
    close: () => others.close(),
  };
}
