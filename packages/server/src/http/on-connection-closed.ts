import type { Socket } from 'node:net';

const listeners = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls the listener once the connection is gone, also for an answer that waits behind another on the same connection: of
 * those Node says nothing. Returns what takes the listener away. However many there are, the socket has one.
 */
export function onConnectionClosed(socket: Socket, listener: () => void): () => void {
  const waiting = listeners.get(socket) ?? listenOnce(socket);
  waiting.add(listener);
  return () => void waiting.delete(listener);
}

function listenOnce(socket: Socket): Set<() => void> {
  const waiting = new Set<() => void>();
  listeners.set(socket, waiting);
  socket.once('close', () => {
    for (const listener of [...waiting]) listener();
  });
  return waiting;
}
