import type { Contestant } from '../contestants/contestant.ts';
import type { Database, DatabaseServer } from '../database.ts';
import type { Forked } from '../processes/fork.ts';
import type { Scale } from '../scale.ts';

/** What every measurement of a run stands on. */
export interface Ground {
  readonly server: DatabaseServer;
  readonly load: Forked;
  readonly receiver: Forked;
  readonly ends: Ends;
  readonly scale: Scale;
  /** Where the product writes CPU profiles. */
  readonly profileFolder: string | null;
  /** A contestant with its prepared database, made when it is first asked for; null where this machine lacks what it needs. */
  contestant(name: string): Promise<Prepared | null>;
  /** For how long contestants were prepared until now, in milliseconds: that is no part of any measure's time. */
  preparingMs(): number;
  /** Notes what could not be measured, and why. */
  lacks(sentence: string): void;
}

export interface Prepared {
  readonly contestant: Contestant;
  readonly database: Database;
}

/** Where agents are reached. */
export interface Ends {
  readonly plainUrl: string;
  /** With a certificate of the run's own; the same as `plainUrl` where none could be made. */
  readonly secureUrl: string;
  /** The certificate's file, which every contestant trusts; null where none could be made. */
  readonly authorityFile: string | null;
}
