import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A second address of a PostgreSQL server, under which its sessions can be read-only, as on a server that was demoted. */
export interface ReadOnlyDoor {
  readonly host: string;
  /** Whether sessions that are opened from now on are read-only. */
  isReadOnly: boolean;
  /** How many sessions were opened. */
  readonly opened: number;
  close(): Promise<void>;
}

const readOnly = Buffer.from('default_transaction_read_only\0on\0\0');

/** Opens a door to the server of `databaseUrl`, which must ask for no password and is spoken to without TLS. */
export async function readOnlyDoor(databaseUrl: string): Promise<ReadOnlyDoor> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let opened = 0;
  const listener = createServer((near) => {
    const far = connect(Number(port || 5432), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one.setNoDelay(true));
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    near.once('data', (startup: Buffer) => {
      opened += 1;
      far.write(door.isReadOnly ? withParameter(startup) : startup);
      near.pipe(far);
    });
    far.pipe(near);
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const door = {
    host: `127.0.0.1:${(listener.address() as AddressInfo).port}`,
    isReadOnly: false,
    get opened() {
      return opened;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(listener.close(), 'close');
    },
  };
  return door;
}

/** Adds a setting to a startup message: a length of four bytes, the version, names and values, and a zero byte. */
function withParameter(startup: Buffer): Buffer {
  const longer = Buffer.concat([startup.subarray(0, -1), readOnly]);
  longer.writeInt32BE(longer.length);
  return longer;
}
