import pg from 'pg';
import { hostsOf } from '../../settings/hosts-of-url.ts';

/** A server that a PostgreSQL URL names. */
export interface Place {
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

/** Returns the servers of a URL in their order; at least one. */
export function placesOf(databaseUrl: string): Place[] {
  return hostsOf(databaseUrl).urls.map((url) => {
    const { host, port } = new pg.Client({ connectionString: url });
    return { url, host, port };
  });
}

/** Returns the address for messages to the operator: `host:port`, or the folder of a socket. */
export function addressOf({ host, port }: Place): string {
  return host.startsWith('/') ? host : `${host}:${port}`;
}
