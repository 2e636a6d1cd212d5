import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { clientClass } from '../../storage/cluster/client-class.ts';
import { systemClock, type Clock } from '../../time/clock.ts';
import type { OpenBus } from '../bus.ts';
import type { Connect } from './link.ts';
import { reconnectingBus, type OnSignalsCut } from './reconnecting-bus.ts';

export interface PostgresBusOptions {
  readonly databaseUrl: string;
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly clock?: Clock;
  readonly onCut?: OnSignalsCut;
}

/** Channels belong to a database, so two platforms on one PostgreSQL server do not interfere. */
const channel = 'parley_signals';

/** PostgreSQL rejects payloads of 8,000 bytes. */
const maxMessageBytes = 7_900;

/**
 * Carries signals by LISTEN and NOTIFY, on a separate connection. Each NOTIFY is a small transaction after the commits
 * that it announces. Inside them, it would make every commit wait for one lock of the whole server.
 */
export function postgresBus({ databaseUrl, clock = systemClock, ...rest }: PostgresBusOptions): OpenBus {
  return reconnectingBus({ name: 'postgres', connect: connectTo(databaseUrl), maxMessageBytes, clock, ...rest });
}

function connectTo(databaseUrl: string): Connect {
  const { Client, connectionString } = clientClass(databaseUrl);
  return async (receive) => {
    const client = new Client({
      connectionString,
      application_name: 'parley-signals',
      connectionTimeoutMillis: 10_000,
      // Listening keeps no statement open. Without a timeout, an unanswered one would keep the bus from reconnecting.
      query_timeout: 10_000,
      keepAlive: true,
    });
    const lost = new Promise<unknown>((resolve) => {
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('The connection was closed.')));
    });
    client.on('notification', ({ payload }) => receive(payload ?? ''));
    const close = () => client.end().catch(() => undefined);
    try {
      await client.connect();
      // Signals do not survive a crash anyway, so their commits need not wait for the disk.
      await client.query('set synchronous_commit = off');
      await client.query(`listen ${channel}`);
    } catch (error) {
      void close();
      throw error;
    }
    return { lost, close, write: (messages) => notify(client, messages) };
  };
}

async function notify(client: pg.Client, messages: readonly string[]): Promise<void> {
  await client.query({
    name: 'notify',
    text: 'select count(pg_notify($1, message)) from unnest($2::text[]) as message',
    values: [channel, messages],
  });
}
