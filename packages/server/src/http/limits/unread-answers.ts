import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { onConnectionClosed } from './on-connection-closed.ts';

/** How many bytes a connection had sent at the last check, and for how many checks that has not changed. */
interface Standing {
  readonly taken: number;
  readonly looks: number;
}

const looksUntilTheEnd = 12;
const leftUnread = new WeakSet<Socket>();

/** Returns whether a connection was closed because its reader did not read. */
export const wasLeftUnread = (connection: Socket): boolean => leftUnread.has(connection);

/**
 * Closes a connection if its reader reads nothing for `withinMs` although data is waiting. That frees the answer's
 * memory or file. A slow reader is safe: any byte read counts.
 */
export function endUnreadAnswers(server: FastifyInstance, withinMs: number): void {
  const open = new Set<Socket>();
  const standings = new WeakMap<Socket, Standing>();
  const look = (socket: Socket) => {
    if (socket.writableLength === 0) return void standings.delete(socket);
    const taken = takenBytes(socket);
    const before = standings.get(socket);
    const looks = before?.taken === taken ? before.looks + 1 : 0;
    standings.set(socket, { taken, looks });
    if (looks < looksUntilTheEnd) return;
    leftUnread.add(socket);
    socket.destroy();
  };
  const timer = setInterval(() => open.forEach(look), withinMs / looksUntilTheEnd).unref();
  server.server.on('connection', (socket: Socket) => {
    open.add(socket);
    onConnectionClosed(socket, () => open.delete(socket));
  });
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
}

/**
 * Returns the bytes that the operating system has taken. It takes a large write in parts, which only the handle shows.
 */
function takenBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { readonly writeQueueSize?: number } | null };
  return socket.bytesWritten - (handle?.writeQueueSize ?? 0);
}
