/** How long and how much; every bound that a measurement keeps. */
export interface Scale {
  readonly repeats: number;
  readonly warmUpCount: number;
  readonly acceptMs: number;
  readonly deliverWarmUp: number;
  readonly deliverCount: number;
  readonly idleCount: number;
  readonly halfLoadMs: number;
  /** Deliveries that wait to be claimed. */
  readonly stock: number;
  /** Messages that are sent to everyone who listens. */
  readonly broadcasts: number;
  /** Messages of history; there are a tenth as many deliveries that are due later, and a hundredth as many that are over. */
  readonly history: number;
  readonly soakMinutes: number;
  /** For how long a snapshot is held open. */
  readonly holdMinutes: number;
  readonly draftsMs: number;
}

/** For a claim. */
export const full: Scale = {
  repeats: 5,
  warmUpCount: 2000,
  acceptMs: 4000,
  deliverWarmUp: 1000,
  deliverCount: 6000,
  idleCount: 120,
  halfLoadMs: 4000,
  stock: 40_000,
  broadcasts: 60,
  history: 10_000_000,
  soakMinutes: 30,
  holdMinutes: 10,
  draftsMs: 8000,
};
/** For a look, not for a claim. */
export const brief: Scale = {
  repeats: 2,
  warmUpCount: 1000,
  acceptMs: 2000,
  deliverWarmUp: 400,
  deliverCount: 2000,
  idleCount: 40,
  halfLoadMs: 1500,
  stock: 8000,
  broadcasts: 12,
  history: 200_000,
  soakMinutes: 0.6,
  holdMinutes: 0.5,
  draftsMs: 3000,
};
