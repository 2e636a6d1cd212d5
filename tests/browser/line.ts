import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A connection between browsers and a server that can be cut. */
export interface Line {
  readonly port: number;
  /** Ends every connection, and refuses new ones until it is mended. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Opens a port that passes everything on to the server's. */
export async function openLine(serverPort: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const listener = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const server = connect(serverPort, '127.0.0.1');
    for (const each of [socket, server]) track(each);
    socket.on('close', () => server.destroy());
    server.on('close', () => socket.destroy());
    socket.pipe(server).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
