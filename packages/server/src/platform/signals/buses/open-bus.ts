import type { BaseLogger } from 'pino';
import type { Config } from '../../settings/config.ts';
import { openLoneBus, type OpenBus } from '../bus.ts';
import { natsBus } from './nats-bus.ts';
import { postgresBus } from './postgres-bus.ts';
import type { OnSignalsCut } from './reconnecting-bus.ts';

type BusConfig = Pick<Config, 'natsUrl' | 'databaseUrl' | 'secretKey' | 'otherSecretKeys'>;

/**
 * Returns the bus of this server's configuration: NATS if it has a URL, else the shared PostgreSQL database, else none.
 */
export function busFor(
  { natsUrl, databaseUrl, secretKey, otherSecretKeys }: BusConfig,
  databaseId: string,
  log: Pick<BaseLogger, 'info' | 'warn'>,
  onCut: OnSignalsCut = () => undefined,
  onIgnored: () => void = () => undefined,
): OpenBus {
  if (natsUrl !== null)
    return natsBus({ natsUrl, databaseId, secretKeys: [secretKey, ...otherSecretKeys], log, onCut, onIgnored });
  if (databaseUrl !== null) return postgresBus({ databaseUrl, log, onCut });
  return openLoneBus;
}
