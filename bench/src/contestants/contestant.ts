import type { Database } from '../database.ts';
import type { Send } from '../load/send.ts';

/** Someone who is measured: the product, or a queue library behind the same door. */
export interface Contestant {
  readonly name: string;
  /** Makes its tables, people, agents and rooms once, in a database that each measurement gets a copy of. */
  prepare(database: Database): Promise<void>;
  /** Whether its database is too large to copy, so that every measurement uses the same. */
  readonly keepsDatabase?: true;
  /** Starts its server on a copy of what was prepared; `stock` deliveries are due already. */
  start(database: Database, role: Role, stock: number): Promise<Running>;
  /** The table with a row for each attempt at a delivery. */
  readonly attemptsTable: string;
}

/**
 * What a measurement wants of it: `accept` sends to agents that never answer (the product) or with nobody who works the queue
 * (a peer), `away` to agents on the relay that have no stream open (the product), `deliver` sends to agents that answer at once,
 * `idle` the same, set up for latency, and `drain` has a stock of deliveries that are claimed, handed to nobody and settled.
 */
export type Role = 'accept' | 'away' | 'deliver' | 'idle' | 'drain';

export interface Running {
  readonly port: number;
  /** Its own processes; those of PostgreSQL are found by their database. */
  readonly pids: readonly number[];
  readonly sends: readonly Send[];
  /** Sends to agents whose endpoints hang. */
  readonly hungSends?: readonly Send[];
  /** A room of people, and all of their cookies. */
  readonly crowd?: { readonly send: Send; readonly cookies: readonly string[] };
  stop(): Promise<void>;
}
