import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ConnectionBound, Metrics } from '../telemetry/metrics.ts';
import { Refused } from '../routing/refusal.ts';
import { addressGroup } from './address-group.ts';
import { onConnectionClosed } from './on-connection-closed.ts';
import { createTally } from './tally.ts';

export interface ConnectionBounds {
  /** Connections of the whole server at once. */
  readonly most: number;
  /** Connections at once of one address, or of one IPv6 network of 64 bits. */
  readonly mostOfOneAddress: number;
  /** Whether many callers share an address, so that the bound of one does not hold for it. */
  readonly isShared: (address: string) => boolean;
}

/** Connections beyond a bound that are told so. What comes on top of them is closed at once, which costs next to nothing. */
const spareMax = 100;
const spareMaxOfOneAddress = 10;
/** Such a connection has this long for its one request, its answer included. */
const spareMs = 5000;

/** Whoever asks these decides by them whether to end the server, which would make a crowd come back all at once. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Bounds how many connections are open at once. Beyond a bound a connection gets 503 for whatever it asks, or the answer where it
 * is a probe, and is closed.
 */
export function boundConnections(server: FastifyInstance, bounds: ConnectionBounds, metrics: Metrics): void {
  const excess = new WeakMap<Socket, ConnectionBound>();
  const within = createTally();
  const spare = createTally();
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

function countUntilClosed(tally: ReturnType<typeof createTally>, group: string, socket: Socket): void {
  tally.add(group);
  onConnectionClosed(socket, () => tally.remove(group));
}
