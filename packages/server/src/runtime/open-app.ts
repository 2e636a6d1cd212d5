import type { Logger } from 'pino';
import type { App } from '../conversations/app.ts';
import type { Config } from '../settings/config.ts';
import type { Clock } from '../time/clock.ts';
import type { Storage } from '../storage/storage.ts';
import { secretBox } from '../storage/secret-box.ts';
import { openBeliefs } from '../conversations/beliefs.ts';
import { countEnded } from '../deliveries/count-ended.ts';
import { carriersOf } from '../carriers/open-carriers.ts';
import { createEngine } from '../deliveries/create-engine.ts';
import { RelayHub } from '../carriers/relay/relay-hub.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { openHub } from '../signals/hub.ts';
import { busFor } from '../signals/buses/open-bus.ts';
import { prepareStorage } from './prepare-storage.ts';
import { openStorage } from '../storage/open-storage.ts';
import { openCommit } from '../deliveries/delivery-work.ts';

interface AppOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  /** An open, migrated database; by default the one that the configuration names. */
  readonly storage: Storage | undefined;
}

/**
 * A renewal over a connection that fell silent must end while there is still time for another before the lease does. One that
 * is only slow counts all the same: it is the answer that is not waited for.
 */
const leaseConnection = { poolSize: 1, answerWithinMs: 5_000 };

/** Opens the storage and makes of it all that use cases need. `leaseStorage` is the same, or a connection of its own. */
export async function openApp({
  config,
  log,
  clock,
  storage: given,
}: AppOptions): Promise<{ readonly app: App; readonly leaseStorage: Storage }> {
  const where = { databaseUrl: config.databaseUrl, dataDir: config.dataDir };
  const { secretKey, otherSecretKeys: others, pseudonymKey: pseudonyms } = config;
  const secrets = secretBox(secretKey, { others, pseudonyms });
  const storage = given ?? (await openStorage({ ...where, log }));
  await prepareStorage({ config, storage, secrets, clock }, given === undefined);
  const metrics = createMetrics();
  storage.onConnected(metrics.connected);
  const hub = await openHub(busFor(config, log, metrics.signalsCut), (signals) => {
    metrics.signalsSent(signals.length);
    countEnded(metrics, signals);
  });
  const parts = { config, clock, log, storage, hub, secrets, metrics };
  const leaseStorage =
    given || storage.kind === 'pglite' ? storage : await openStorage({ ...where, ...leaseConnection });
  const relays = new RelayHub();
  const engine = createEngine({ ...parts, leaseStorage }, carriersOf({ ...parts, relays }));
  const app: App = {
    ...parts,
    engine,
    commit: openCommit({ storage, engine, hub }),
    relays,
    beliefs: openBeliefs(hub),
  };
  return { app, leaseStorage };
}
