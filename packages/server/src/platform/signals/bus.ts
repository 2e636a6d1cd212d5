import type { Signal } from './signal.ts';

/** Carries signals from one server to the others. With the embedded database there is only one server. */
export interface Bus {
  send(signals: readonly Signal[]): void;
  /** Tells the other servers that signals were dropped, so that they resync. */
  sendGap(): void;
  close(): Promise<void>;
}

/**
 * Opens a bus. It passes signals of other servers to `receive`, and calls `resync` after a gap in which some may be
 * lost.
 */
export type OpenBus = (receive: (signals: readonly Signal[]) => void, resync: () => void) => Promise<Bus>;

/** The bus of a single server. */
export const openLoneBus: OpenBus = async () => ({
  send: () => undefined,
  sendGap: () => undefined,
  close: async () => undefined,
});
