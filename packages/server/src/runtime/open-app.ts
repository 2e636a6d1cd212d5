import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import type { App } from '../chat/conversations/app.ts';
import type { Config } from '../platform/settings/config.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Machine } from '../platform/time/machine.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { secretBox } from '../platform/storage/secret-box.ts';
import { foldersOfUploads } from '../accounts/assets/open-store.ts';
import { openConversationCache } from '../chat/conversations/conversation-cache.ts';
import { countEnded } from '../engine/deliveries/count-ended.ts';
import { carriersOf } from '../engine/carriers/open-carriers.ts';
import { createEngine } from '../engine/deliveries/create-engine.ts';
import { RelayHub } from '../engine/carriers/relay/relay-hub.ts';
import { createMetrics, type Metrics } from '../platform/telemetry/metrics.ts';
import { createReadiness } from '../platform/telemetry/readiness.ts';
import { auditKeyOf } from '../platform/audit/audit-keys.ts';
import { openTrail } from '../platform/audit/trail.ts';
import { openLiveSettings, withLiveSettings } from '../platform/live/live-settings.ts';
import { openHub } from '../platform/signals/hub.ts';
import type { Signal } from '../platform/signals/signal.ts';
import { busFor } from '../platform/signals/buses/open-bus.ts';
import { prepareStorage } from './prepare-storage.ts';
import { schemaReadiness } from './schema-readiness.ts';
import { readImage } from '../platform/storage/pglite/read-image.ts';
import { identifyDatabase } from '../platform/storage/database-identity.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { watchDisk } from '../platform/storage/watch-disk.ts';
import { keepTime, openTime, timeGiven, type TimeKept } from './keep-time.ts';
import { openCommit } from '../engine/deliveries/delivery-work.ts';
import { withTranscript } from '../chat/transcript/transcript-work.ts';

interface AppOptions {
  readonly config: Config;
  readonly log: Logger;
  /** The clock of a test; by default the clock of the database. */
  readonly clock: Clock | undefined;
  readonly machine: Machine;
  /** An open, migrated database; by default the one of the configuration. */
  readonly storage: Storage | undefined;
  /** Whether the database may be closed to servers, as during a restore. */
  readonly mayBeClosed?: boolean;
}

export interface OpenedApp {
  readonly app: App;
  readonly leaseStorage: Storage;
  readonly time: TimeKept;
}

/**
 * If the connection hangs, the renewal must fail early enough for another attempt before the lease expires. A renewal
 * that is only slow still takes effect; just its answer is lost.
 */
const leaseConnection = { poolSize: 1, answerWithinMs: 5_000 };

/**
 * Opens the storage and creates everything that use cases need. `leaseStorage` is the same storage, or a separate
 * connection.
 */
export async function openApp({
  config,
  log,
  clock: givenClock,
  machine,
  storage: given,
  mayBeClosed = false,
}: AppOptions): Promise<OpenedApp> {
  const { databaseUrl, dataDir } = config;
  const where = { databaseUrl, dataDir, listens: config.natsUrl === null };
  const { secretKey, otherSecretKeys: others, pseudonymKey: pseudonyms } = config;
  const secrets = secretBox(secretKey, { others, pseudonyms });
  const storage = given ?? (await openStorage({ ...where, log, image: readImage }));
  const timekeeper = await openTime({ storage, log, machine }, givenClock);
  const { clock } = timekeeper;
  await prepareStorage({ config, storage, secrets, clock }, { isToMigrate: given === undefined, mayBeClosed });
  const disk = watchDisk(foldersOfUploads(config), log);
  const time = givenClock ? timeGiven : await keepTime({ storage, log, machine }, timekeeper);
  const metrics = createMetrics();
  storage.onConnected(metrics.connected);
  const readiness = createReadiness();
  readiness.add(() => (timekeeper.isFarOff ? ['clock'] : []));
  readiness.add(schemaReadiness({ storage, log }));
  readiness.add(() => (disk.isFull ? ['storage_full'] : []));
  readiness.add(() => (storage.writes.current === null ? [] : [storage.writes.current]));
  const databaseId = await identifyDatabase(storage.db);
  const ignored = countIgnored(metrics);
  const hub = await openHub(
    busFor(config, databaseId, log, metrics.signalsCut, () => ignored.inc()),
    (signals) => {
      metrics.signalsSent(signals.length);
      countEnded(metrics, signals);
      countStanding(metrics, signals);
    },
  );
  const audit = openTrail({ storage, clock, log, secrets }, await auditKeyOf({ storage, secrets }));
  const live = openLiveSettings(storage, hub, log);
  await live.refresh();
  const parts = {
    config: withLiveSettings(config, live),
    live,
    audit,
    clock,
    timekeeper,
    log,
    storage,
    disk,
    hub,
    secrets,
    metrics,
    readiness,
  };
  const leaseStorage =
    given || storage.kind === 'pglite'
      ? storage
      : await openStorage({ ...where, ...leaseConnection, writes: storage.writes });
  const relays = new RelayHub();
  const engine = createEngine({ ...parts, leaseStorage }, carriersOf({ ...parts, relays }));
  const conversationCache = openConversationCache(hub);
  const commit = withTranscript(openCommit({ storage, engine, hub, audit }), { clock, conversationCache });
  const app: App = { ...parts, engine, commit, relays, conversationCache };
  return { app, leaseStorage, time };
}

/** Counts what this server committed of standing grants. */
function countStanding(metrics: Metrics, signals: readonly Signal[]): void {
  for (const signal of signals)
    if (signal.type === 'standingChanged') metrics.standingChanged(signal.event, signal.count);
}

function countIgnored({ registry }: Metrics): Counter {
  return new Counter({
    name: 'parley_signals_ignored_total',
    help: 'Messages on the subject of signals that no server on this database has written.',
    registers: [registry],
  });
}
