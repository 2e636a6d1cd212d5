import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import type { Hub } from '../signals/hub.ts';
import type { Commit } from '../signals/work.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import type { Storage } from '../storage/storage.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Clock } from '../time/clock.ts';

/** What any use case may need. Each takes the few members that it uses. Concepts that send or remember add to it what they have. */
export interface Core {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly storage: Storage;
  readonly secrets: SecretBox;
  readonly hub: Hub;
  /** Writes, and afterwards tells what was written. */
  readonly commit: Commit;
}
