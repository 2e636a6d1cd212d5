import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certified } from './certificates.ts';

/** What one connection sent: whether it requested TLS, and its startup message, if it sent one. */
export interface Arrived {
  askedForTls: boolean;
  startup: { readonly encrypted: boolean; readonly text: string } | null;
}

/** The start of a PostgreSQL server: TLS and the startup message. */
export interface TlsPostgres {
  readonly port: number;
  readonly arrived: readonly Arrived[];
  close(): Promise<void>;
}

const askForTls = 80_877_103;

/**
 * Listens as PostgreSQL does, with TLS if it has a certificate. Forwards clients after their startup message to
 * `behind`, a PostgreSQL server without TLS. Without `behind`, answers that the database does not exist.
 */
export async function tlsPostgres(certified: Certified | null, behind: URL | null): Promise<TlsPostgres> {
  const arrived: Arrived[] = [];
  const sockets = new Set<Socket>();
  const keep = <S extends Socket>(socket: S): S => {
    sockets.add(socket.on('error', () => undefined));
    return socket;
  };

  const startUp = (socket: Socket, first: Buffer, connection: Arrived) => {
    connection.startup = { encrypted: socket instanceof TLSSocket, text: first.toString('latin1') };
    if (behind === null) return void socket.end(noDatabase);
    const far = keep(connect(Number(behind.port || 5432), behind.hostname));
    far.write(first);
    socket.pipe(far);
    far.pipe(socket);
    socket.once('close', () => far.destroy());
  };

  const listener = createServer((socket) => {
    const connection: Arrived = { askedForTls: false, startup: null };
    arrived.push(connection);
    keep(socket).once('data', (first: Buffer) => {
      connection.askedForTls = first.length === 8 && first.readInt32BE(4) === askForTls;
      if (!connection.askedForTls) return startUp(socket, first, connection);
      socket.write(certified ? 'S' : 'N');
      if (certified === null) return;
      const secure = keep(new TLSSocket(socket, { isServer: true, ...certified }));
      secure.once('data', (next: Buffer) => startUp(secure, next, connection));
    });
  });
  listener.listen(0);
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    arrived,
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

/** Builds an error response of PostgreSQL: its length and its fields. */
function errorMessage(fields: Readonly<Record<string, string>>): Buffer {
  const texts = Object.entries(fields).map(([type, text]) => `${type}${text}\0`);
  const body = Buffer.from(`${texts.join('')}\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const noDatabase = errorMessage({ S: 'FATAL', C: '3D000', M: 'database "parley" does not exist' });
