import { connect as connectNats, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { BaseLogger } from 'pino';
import { systemClock, type Clock } from '../../time/clock.ts';
import type { OpenBus } from '../bus.ts';
import type { Connect } from './link.ts';
import { reconnectingBus, type OnSignalsCut } from './reconnecting-bus.ts';

export interface NatsBusOptions {
  /** One or several servers of a cluster, separated by commas: `nats://user:password@host:4222`, `tls://token@host`. */
  readonly natsUrl: string;
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly clock?: Clock;
  readonly subject?: string;
  readonly onCut?: OnSignalsCut;
}

/** NATS takes a mebibyte unless its operator says less. */
const maxMessageBytes = 64 * 1024;

/** Carries signals over NATS. The client's own reconnecting is off: it would hide the gaps after which a resync is due. */
export function natsBus({
  natsUrl,
  subject = 'parley.signals',
  clock = systemClock,
  ...rest
}: NatsBusOptions): OpenBus {
  return reconnectingBus({ name: 'nats', connect: connectTo(natsUrl, subject), maxMessageBytes, clock, ...rest });
}

function connectTo(natsUrl: string, subject: string): Connect {
  return async (receive) => {
    const connection = await connectNats({ ...addressOf(natsUrl), name: 'parley', noEcho: true, reconnect: false });
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) receive(message.string());
        else void connection.close();
      },
    });
    await connection.flush();
    const { max_payload: taken = maxMessageBytes } = connection.info ?? {};
    if (taken < maxMessageBytes) {
      void connection.close();
      throw new Error(`NATS takes messages of ${taken} bytes (max_payload); signals need ${maxMessageBytes}.`);
    }
    return {
      lost: connection.closed().then((error) => error ?? new Error('The connection was closed.')),
      close: () => connection.close().catch(() => undefined),
      async write(messages) {
        for (const message of messages) connection.publish(subject, message);
        await connection.flush();
      },
    };
  };
}

/** The client takes credentials and TLS as options and ignores them in a URL. */
export function addressOf(natsUrl: string): NodeConnectionOptions {
  const urls = natsUrl.split(',').map((text) => new URL(text.includes('://') ? text.trim() : `nats://${text.trim()}`));
  const { username = '', password = '' } = urls.find((url) => url.username !== '') ?? {};
  const user = decodeURIComponent(username);
  return {
    servers: urls.map((url) => url.host),
    ...(password !== '' ? { user, pass: decodeURIComponent(password) } : user !== '' ? { token: user } : {}),
    ...(urls.some((url) => url.protocol === 'tls:') ? { tls: {} } : {}),
  };
}
