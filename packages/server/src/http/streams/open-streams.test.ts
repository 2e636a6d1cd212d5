import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { createMetrics } from '../../platform/telemetry/metrics.ts';
import { createOpenStreams } from './open-streams.ts';

afterEach(() => void vi.useRealTimers());

it('closes streams one after the other over the time it has', async () => {
  const streams = createOpenStreams(createMetrics());
  const server = fastify({ forceCloseConnections: true });
  server.get('/v1/events', (_request, reply) => void streams.open(reply));
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as { port: number };
  const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.write('GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
  }
  expect(streams.size).toBe(4);

  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const closed = streams.closeAll(1000);
  const left = [];
  for (let quarter = 0; quarter < 4; quarter += 1) {
    await vi.advanceTimersByTimeAsync(quarter === 0 ? 0 : 250);
    left.push(streams.size);
  }
  expect(left).toEqual([3, 2, 1, 0]);
  vi.useRealTimers();
  await closed;
  for (const socket of sockets) socket.destroy();
  await server.close();
});
