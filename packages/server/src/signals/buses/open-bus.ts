import type { BaseLogger } from 'pino';
import type { Config } from '../../settings/config.ts';
import { openLoneBus, type OpenBus } from '../bus.ts';
import { natsBus } from './nats-bus.ts';
import { postgresBus } from './postgres-bus.ts';
import type { OnSignalsCut } from './reconnecting-bus.ts';

/** The bus for how this server is set up: NATS where it is named, else the shared database, else none. */
export function busFor(
  { natsUrl, databaseUrl }: Pick<Config, 'natsUrl' | 'databaseUrl'>,
  log: Pick<BaseLogger, 'info' | 'warn'>,
  onCut: OnSignalsCut = () => undefined,
): OpenBus {
  if (natsUrl !== null) return natsBus({ natsUrl, log, onCut });
  if (databaseUrl !== null) return postgresBus({ databaseUrl, log, onCut });
  return openLoneBus;
}
