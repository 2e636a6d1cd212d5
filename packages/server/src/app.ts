import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { SecretBox } from './agents/secret-box.ts';
import type { RoomBeliefs } from './conversations/room-beliefs.ts';
import type { Engine } from './deliveries/engine.ts';
import type { RelayHub } from './carriers/relay/relay-hub.ts';
import type { Metrics } from './metrics.ts';
import type { Hub } from './signals/hub.ts';
import type { Storage } from './storage/storage.ts';
import type { Commit } from './work.ts';

/** What a use case may need. Each takes the few members that it uses. */
export interface App {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly storage: Storage;
  readonly hub: Hub;
  /** Writes, and afterwards hands off and tells what was written. */
  readonly commit: Commit;
  readonly secrets: SecretBox;
  readonly engine: Engine;
  /** The streams that agents hold open to this server. */
  readonly relays: RelayHub;
  /** What this server believes of rooms. */
  readonly rooms: RoomBeliefs;
  readonly metrics: Metrics;
}
