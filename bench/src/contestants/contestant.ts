import type { Database } from '../database.ts';
import type { Send } from '../load/send.ts';

/** Someone who is measured: the product, or a queue library behind the same door. */
export interface Contestant {
  readonly name: string;
  /** Makes its tables, people, agents and rooms once, in a database that each measurement gets a copy of. */
  prepare(database: Database): Promise<void>;
  /** Starts its server on a copy of what was prepared. */
  start(database: Database, role: Role): Promise<Running>;
  /** A query for the number of deliveries that are recorded as answered with 2xx. */
  readonly recordedSql: string;
}

/**
 * What a measurement wants of it: `accept` sends to agents that never answer (the product) or with nobody who works the queue
 * (a peer), `deliver` sends to agents that answer at once, `idle` the same, set up for latency.
 */
export type Role = 'accept' | 'deliver' | 'idle';

export interface Running {
  readonly port: number;
  /** Its own processes; those of PostgreSQL are found by their database. */
  readonly pids: readonly number[];
  readonly sends: readonly Send[];
  stop(): Promise<void>;
}
