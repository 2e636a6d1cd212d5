import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Metrics } from '../metrics.ts';
import type { Hub } from '../signals/hub.ts';
import type { Storage } from '../storage/storage.ts';
import type { RelayHub } from './relay/relay-hub.ts';

/** What carriers are made of. */
export interface CarrierParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly hub: Hub;
  readonly metrics: Metrics;
  /** The streams that agents hold open to this server. */
  readonly relays: RelayHub;
}
