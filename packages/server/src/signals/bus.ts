import type { Signal } from './signal.ts';

/** What carries signals from one server to the others. The embedded database has one server, and needs none. */
export interface Bus {
  send(signals: readonly Signal[]): void;
  /** Says that signals were left out: whoever listens has to look for itself. */
  sendGap(): void;
  close(): Promise<void>;
}

/** Makes a bus that hands what other servers send to `receive`, and calls `resync` after a gap in which some may be lost. */
export type OpenBus = (receive: (signals: readonly Signal[]) => void, resync: () => void) => Promise<Bus>;

/** The bus of a server that is alone. */
export const openLoneBus: OpenBus = async () => ({
  send: () => undefined,
  sendGap: () => undefined,
  close: async () => undefined,
});
