import type { UserId } from '@parley/protocol';
import { openLoneBus, type OpenBus } from './bus.ts';
import { Others } from './others.ts';
import type { PersonSignal, ServerSignal, Signal } from './signal.ts';

type PersonListener = (signal: PersonSignal) => void;
type PublishedListener = (signals: readonly Signal[]) => void;
type ServerListener = (signal: ServerSignal | { readonly type: 'resync' }) => void;

/** Fans signals out: to the streams of people on this server, to this server's engines, and over the bus to all others. */
export interface Hub {
  /** Publishes what a committed transaction brought about. Never call it before the commit. */
  publish(signals: readonly Signal[]): void;
  /** Publishes to the streams of this server alone, where every server finds out for itself. */
  publishHere(signals: readonly Signal[]): void;
  /** Listens for one person's signals; returns what ends it. A `resync` comes where some may have been missed. */
  onPerson(userId: UserId, listener: PersonListener, resync: () => void): () => void;
  onServer(listener: ServerListener): () => void;
  /** Listens for what commits on other servers give rise to; returns what ends it. */
  onHeard(listener: PublishedListener): () => void;
  /** Listens for what commits on this server give rise to; returns what ends it. */
  onPublished(listener: PublishedListener): () => void;
  /** Notes whether other servers live: while none does, nothing goes over the bus. */
  noteOthers(live: boolean): void;
  /** Whether no other server lives, as far as this one knows. */
  readonly isAlone: boolean;
  /** Listens for whether others live, as each look finds it and whenever one is heard; returns what ends it. */
  onOthers(listener: (live: boolean) => void): () => void;
  close(): Promise<void>;
}

/** Opens a hub over a bus; `onPublished` is told the signals that each commit gave rise to. */
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
    // Whoever speaks, lives.
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
