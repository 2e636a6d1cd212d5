import type { Ground } from '../ground/ground.ts';

export interface Measure {
  /** `p` and its number. */
  readonly id: string;
  /** What it measures, in a word; it may be chosen by either. */
  readonly alias: string;
  readonly title: string;
  /** It begins no repeat that would not end within this time, but always the first, in seconds. */
  readonly budgetSeconds: { readonly full: number; readonly quick: number };
  /** Where one repeat says all. */
  readonly once?: true;
  /** The first is the product; the others are what it is compared with. */
  readonly entrants: readonly Entrant[];
  readonly rows: readonly MeasuredRow[];
}

/** One who takes turns with the others. */
export interface Entrant {
  readonly name: string;
  /** One value for each row; null where this machine lacks what it needs, which the ground has been told. */
  take(ground: Ground): Promise<number[] | null>;
}

/** One number that a measurement gives. */
export interface MeasuredRow {
  readonly title: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  readonly goal?: Goal | readonly Goal[];
}

/** What the product has to reach: so many times better than each of some others (below 1: no worse than that), or a bound. */
export type Goal =
  | { readonly times: number; readonly than: readonly string[] }
  | { readonly atMost: number }
  | { readonly atLeast: number };

/** Requests under way at the same time, each on a connection of its own. */
export const connections = 64;
