import type { Socket } from 'node:net';

const listeners = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls the listener when the connection has closed, even for an answer that waits behind another on the same
 * connection, for which Node emits no event. Returns a function that removes the listener. The socket gets a single
 * listener for all of them.
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
