import type { Contestant, Role, Running } from '../contestants/contestant.ts';
import type { Database } from '../database.ts';
import type { Forked } from '../processes/fork.ts';

/** What a measurement works with: a contestant that has just been started, and the two processes at its ends. */
export interface Stage {
  readonly contestant: Contestant;
  readonly running: Running;
  readonly database: Database;
  readonly load: Forked;
  readonly receiver: Forked;
  readonly checkpoint: () => Promise<void>;
  readonly scale: Scale;
}

/** How long and how much; every bound that a measurement keeps. */
export interface Scale {
  readonly repeats: number;
  /** The run takes fewer repeats, but one at least, rather than last longer than this. */
  readonly budgetMs: number;
  readonly warmUpCount: number;
  readonly acceptMs: number;
  readonly deliverWarmUp: number;
  readonly deliverCount: number;
  readonly idleCount: number;
}

export interface Measure {
  readonly id: string;
  readonly title: string;
  readonly role: Role;
  /** Its part of the run's time. */
  readonly share: number;
  /** Which contestants take part, by name. */
  readonly contestants: readonly string[];
  readonly rows: readonly MeasuredRow[];
  /** One value for each row. */
  take(stage: Stage): Promise<number[]>;
}

/** One number that a measurement gives. */
export interface MeasuredRow {
  readonly title: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
}

/** Requests under way at the same time, each on a connection of its own. */
export const connections = 64;
