import type { Clock } from '../time/clock.ts';
import type { Config } from '../settings/config.ts';
import type { Metrics } from '../telemetry/metrics.ts';
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
