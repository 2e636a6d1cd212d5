import type { SeededRandom } from '../../../packages/server/src/testing/seeded-random.ts';
import type { Database } from '../place/database.ts';
import type { Fleet } from '../place/fleet.ts';
import type { NatsServer } from '../place/nats-server.ts';

export type FaultName =
  | 'kill'
  | 'freeze'
  | 'rolling-restart'
  | 'clock-jump'
  | 'cut-connections'
  | 'lock-room'
  | 'lock-deliveries'
  | 'database-crash'
  | 'database-freeze'
  | 'database-failover'
  | 'strangers'
  | 'full-disk'
  | 'nats-restart';

/** What a fault may take hold of. */
export interface Place {
  readonly fleet: Fleet;
  readonly database: Database;
  readonly nats: NatsServer | null;
  readonly random: SeededRandom;
}

/** Something that goes wrong on purpose, and is mended again. */
export interface Fault {
  readonly name: FaultName;
  /** Why it cannot be had here; null where it can. */
  missing(place: Place): string | null;
  /** Does the harm and mends it; resolves, when all is as before, to the server that it hit, null where to none or to all. */
  strike(place: Place): Promise<number | null>;
}

export const always = (): null => null;
