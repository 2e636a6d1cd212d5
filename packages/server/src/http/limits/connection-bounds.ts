import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ConnectionBound, Metrics } from '../../platform/telemetry/metrics.ts';
import { Refused } from '../../platform/routing/refusal.ts';
import { addressGroup } from './address-group.ts';
import { onConnectionClosed } from './on-connection-closed.ts';
import { createCounts } from './counts.ts';

export interface ConnectionBounds {
  /** Limit of concurrent connections of the whole server. */
  readonly most: number;
  /** Limit of concurrent connections of one address, or of one /64 network of IPv6. */
  readonly mostOfOneAddress: number;
  /** Returns whether many callers share an address; the limit per address does not apply to it. */
  readonly isShared: (address: string) => boolean;
}

/**
 * Connections beyond a limit that still get an answer. More than these are closed at once, which costs almost nothing.
 */
const spareMax = 100;
const spareMaxOfOneAddress = 10;
/** Time that such a connection has for its one request and answer. */
const spareMs = 5000;

/** Always answered: orchestrators restart the server if probes fail, and all clients would reconnect at once. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Limits the number of open connections. A connection beyond a limit gets 503 for any request, or the answer to a
 * probe, and is closed.
 */
export function boundConnections(server: FastifyInstance, bounds: ConnectionBounds, metrics: Metrics): void {
  const excess = new WeakMap<Socket, ConnectionBound>();
  const within = createCounts();
  const spare = createCounts();
  const boundOf = (group: string, isShared: boolean): ConnectionBound | null => {
    if (within.total >= bounds.most) return 'server';
    return !isShared && within.of(group) >= bounds.mostOfOneAddress ? 'address' : null;
  };

  server.server.maxConnections = bounds.most + spareMax;
  server.server.on('drop', () => metrics.connectionRefused('server'));
  server.server.on('connection', (socket: Socket) => {
    metrics.connectionOpened();
    onConnectionClosed(socket, metrics.connectionClosed);
    const address = socket.remoteAddress ?? '';
    const [group, isShared] = [addressGroup(address), bounds.isShared(address)];
    const bound = boundOf(group, isShared);
    if (bound === null) return countUntilClosed(within, group, socket);
    metrics.connectionRefused(bound);
    const isTooMuch = spare.total >= spareMax || (!isShared && spare.of(group) >= spareMaxOfOneAddress);
    if (isTooMuch) return void socket.destroy();
    countUntilClosed(spare, group, socket);
    excess.set(socket, bound);
    const timer = setTimeout(() => socket.destroy(), spareMs);
    onConnectionClosed(socket, () => clearTimeout(timer));
  });
  server.addHook('onRequest', (request, reply, done) => {
    const bound = excess.get(request.raw.socket);
    if (bound === undefined) return done();
    reply.header('connection', 'close');
    done(
      probes.has(request.routeOptions.url ?? '') ? undefined : new Refused({ code: 'overloaded', message: why[bound] }),
    );
  });
}

const why = {
  server: 'The server has as many connections as it takes.',
  address: 'Your address has as many connections as the server takes of one.',
} as const;

function countUntilClosed(counts: ReturnType<typeof createCounts>, group: string, socket: Socket): void {
  counts.add(group);
  onConnectionClosed(socket, () => counts.remove(group));
}
