import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { onConnectionClosed } from './on-connection-closed.ts';

/** How far a connection had got when it was last looked at, and how often since then it had got no further. */
interface Standing {
  readonly taken: number;
  readonly looks: number;
}

const looksUntilTheEnd = 12;
const leftUnread = new WeakSet<Socket>();

/** Whether a connection was ended because nobody read what was written to it. */
export const wasLeftUnread = (connection: Socket): boolean => leftUnread.has(connection);

/**
 * Ends a connection of which nobody has read anything for `withinMs` while there was something to read. What the answer holds, a
 * file or memory, goes with it. Whoever reads slowly is not meant: any byte counts.
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

/** Bytes that the operating system has taken. Of one large write it takes a part at a time, which only the handle tells. */
function takenBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { readonly writeQueueSize?: number } | null };
  return socket.bytesWritten - (handle?.writeQueueSize ?? 0);
}
