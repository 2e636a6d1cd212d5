import type { Logger } from 'pino';
import type { AuditTrail } from '../audit/trail.ts';
import type { Config } from '../settings/config.ts';
import type { LiveSettings } from '../live/live-settings.ts';
import type { Hub } from '../signals/hub.ts';
import type { Commit } from '../signals/work.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import type { Storage } from '../storage/storage.ts';
import type { DiskWatch } from '../storage/watch-disk.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Readiness } from '../telemetry/readiness.ts';
import type { Clock } from '../time/clock.ts';
import type { Timekeeper } from '../time/timekeeper.ts';

/**
 * Dependencies of use cases. Each use case takes the few members that it uses. Concepts that send deliveries or keep
 * state extend it with their own.
 */
export interface Core {
  readonly config: Config;
  /** What administrators changed of the settings; `config` has it too. */
  readonly live: LiveSettings;
  /** The database's time. */
  readonly clock: Clock;
  /** Says whether the database's time can be trusted. */
  readonly timekeeper: Timekeeper;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The state behind `/readyz`. Each part that can fail registers itself. */
  readonly readiness: Readiness;
  readonly storage: Storage;
  /** The disk that uploads are written to. */
  readonly disk: DiskWatch;
  readonly secrets: SecretBox;
  readonly hub: Hub;
  /** Writes the audit log. Use cases reach it as `work.audit`. */
  readonly audit: AuditTrail;
  /** Runs a transaction and publishes its signals after the commit. */
  readonly commit: Commit;
}
