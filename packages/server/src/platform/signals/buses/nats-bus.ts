import { connect as connectNats, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { BaseLogger } from 'pino';
import { systemClock, type Clock } from '../../time/clock.ts';
import type { OpenBus } from '../bus.ts';
import type { Connect } from './link.ts';
import { messageSeal, sealBytes, type MessageSeal } from './message-seal.ts';
import { reconnectingBus, type OnSignalsCut } from './reconnecting-bus.ts';

export interface NatsBusOptions {
  /** One or more servers of a cluster, separated by commas: `nats://user:password@host:4222`, `tls://token@host`. */
  readonly natsUrl: string;
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly clock?: Clock;
  /** Id of the database that the servers share. It is part of the subject. */
  readonly databaseId: string;
  readonly secretKeys: readonly [Buffer, ...Buffer[]];
  /** Called for each message that no server of this database has written. */
  readonly onIgnored?: () => void;
  readonly onCut?: OnSignalsCut;
}

/** Well below the default limit of NATS, 1 MiB, which its operator may lower. */
const maxMessageBytes = 64 * 1024;

/** Carries signals over NATS. The client's own reconnection is off, because it would hide gaps that need a resync. */
export function natsBus({
  natsUrl,
  databaseId,
  secretKeys,
  onIgnored = () => undefined,
  clock = systemClock,
  ...rest
}: NatsBusOptions): OpenBus {
  const subject = `parley.signals.${databaseId}`;
  return reconnectingBus({
    name: 'nats',
    connect: sealed(connectTo(natsUrl, subject), messageSeal(secretKeys, databaseId), onIgnored),
    maxMessageBytes,
    clock,
    ...rest,
  });
}

/** Adds a MAC to messages written, and drops received messages without a valid one. */
function sealed(connect: Connect, seal: MessageSeal, onIgnored: () => void): Connect {
  return async (receive) => {
    const link = await connect((message) => {
      const text = seal.open(message);
      if (text === null) onIgnored();
      else receive(text);
    });
    return { ...link, write: (messages) => link.write(messages.map(seal.seal)) };
  };
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
    if (taken < maxMessageBytes + sealBytes) {
      void connection.close();
      throw new Error(
        `NATS takes messages of ${taken} bytes (max_payload); signals need ${maxMessageBytes + sealBytes}.`,
      );
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

/** Returns connection options from a URL: the client ignores credentials and TLS in a URL. */
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
