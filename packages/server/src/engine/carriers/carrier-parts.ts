import type { Logger } from 'pino';
import type { Clock } from '../../platform/time/clock.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import type { Hub } from '../../platform/signals/hub.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { RelayHub } from './relay/relay-hub.ts';

/** The parts that carriers need. */
export interface CarrierParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly storage: Storage;
  readonly hub: Hub;
  readonly metrics: Metrics;
  /** The streams that agents hold open to this server. */
  readonly relays: RelayHub;
}
