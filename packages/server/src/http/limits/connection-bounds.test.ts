import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createMetrics, type Metrics } from '../../platform/telemetry/metrics.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { boundConnections } from './connection-bounds.ts';
import { answerError } from '../errors.ts';

const sockets: Socket[] = [];
let server: TestServer | null = null;
let bare: FastifyInstance | null = null;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.stop();
  await bare?.close();
  [server, bare] = [null, null];
});

/** Opens a connection from one of this machine's own addresses, and keeps it open. */
async function open(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined).resume();
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Sends requests over an open connection, and reads until it closes or as many answers arrived. */
async function ask(socket: Socket, path: string): Promise<string> {
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  const closed = once(socket, 'close');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  const whole = expect.poll(() => text, patience).toMatch(/\r\n\r\n.*[}\n]/s);
  await Promise.race([closed, whole]);
  return text;
}

/** Returns how many of these connections the server has closed. */
const closedOf = (crowd: readonly Socket[]) =>
  crowd.filter((socket) => socket.readableEnded || socket.destroyed).length;
const patience = { timeout: 10_000 };

describe('a server with all the connections that it takes', () => {
  const startWith = async (most: number): Promise<number> => {
    server = await startTestServer({ PARLEY_MAX_CONNECTIONS: String(most) });
    return Number(new URL(server.baseUrl).port);
  };
  const fill = async (port: number, most: number): Promise<Socket[]> => {
    const all = await Promise.all(Array.from({ length: most }, () => open(port)));
    // Only an answer proves that the server, not just the system, accepted the connection.
    for (const socket of all) expect(await ask(socket, '/healthz')).toMatch(/^HTTP\/1\.1 200 /);
    return all;
  };

  it('answers 503 with Connection: close to one more, serves those it has, and takes a new one in the place of an old', async () => {
    const port = await startWith(3);
    const [first, second] = await fill(port, 3);
    const refused = await open(port);
    const closed = once(refused, 'close');
    const answer = await ask(refused, '/v1/session');
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toMatch(/^retry-after: \d+\r$/im);
    expect(answer).toContain('"code":"overloaded"');
    await closed;
    expect(await ask(second as Socket, '/v1/session')).toMatch(/^HTTP\/1\.1 401 /m);
    first?.destroy();
    await expect.poll(async () => ask(await open(port), '/v1/session'), patience).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('still answers who probes it, and says how many there are', async () => {
    const port = await startWith(3);
    await fill(port, 3);
    for (const path of ['/healthz', '/readyz']) {
      const answer = await ask(await open(port), path);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toMatch(/^connection: close\r$/im);
    }
    const metrics = await ask(await open(port), '/metrics');
    expect(metrics).toMatch(/^parley_open_connections 4$/m);
    expect(metrics).toMatch(/^parley_excess_connections_total\{bound="server"\} 3$/m);
    expect(metrics).toMatch(/^parley_excess_connections_total\{bound="address"\} 0$/m);
  });

  it(
    'closes at once what would cost it too much to answer, and soon what asks nothing',
    { timeout: 30_000 },
    async () => {
      const port = await startWith(1);
      const [kept] = await fill(port, 1);
      const crowd = await Promise.all(Array.from({ length: 150 }, () => open(port)));
      await expect.poll(() => closedOf(crowd), patience).toBeGreaterThanOrEqual(50);
      expect(await ask(kept as Socket, '/v1/session')).toMatch(/^HTTP\/1\.1 401 /m);
      await expect.poll(() => closedOf(crowd), { timeout: 20_000 }).toBe(150);
      expect(await ask(await open(port), '/v1/session')).toMatch(/^HTTP\/1\.1 503 /);
    },
  );
});

describe('an address with all the connections that it may have', () => {
  let metrics: Metrics;
  const startWith = async (isShared: (address: string) => boolean): Promise<number> => {
    metrics = createMetrics();
    bare = fastify({ forceCloseConnections: true });
    bare.decorateReply('refusalCode', null);
    bare.setErrorHandler((error, request, reply) => answerError(error, request, reply, 'camel'));
    boundConnections(bare, { most: 100, mostOfOneAddress: 2, isShared }, metrics);
    bare.get('/', () => ({ status: 'ok' }));
    await bare.listen({ port: 0, host: '127.0.0.1' });
    return (bare.server.address() as AddressInfo).port;
  };

  it('is refused one more, and holds up no other address', async () => {
    const port = await startWith(() => false);
    const own = [await open(port, '127.0.0.1'), await open(port, '127.0.0.1')];
    for (const socket of own) expect(await ask(socket, '/')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(await open(port, '127.0.0.1'), '/')).toMatch(/^HTTP\/1\.1 503 /);
    expect(await ask(await open(port, '127.0.0.2'), '/')).toMatch(/^HTTP\/1\.1 200 /);
    own[0]?.destroy();
    await expect.poll(async () => ask(await open(port, '127.0.0.1'), '/'), patience).toMatch(/^HTTP\/1\.1 200 /);
    expect(await metrics.render()).toMatch(/^parley_excess_connections_total\{bound="address"\} [1-9]/m);
  });

  it('is closed at once where it comes with many more, so that others are still told', async () => {
    const port = await startWith(() => false);
    const crowd = await Promise.all(Array.from({ length: 30 }, () => open(port, '127.0.0.1')));
    await expect.poll(() => closedOf(crowd), patience).toBeGreaterThanOrEqual(18);
    const others = [await open(port, '127.0.0.2'), await open(port, '127.0.0.2')];
    for (const socket of others) expect(await ask(socket, '/')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(await open(port, '127.0.0.2'), '/')).toMatch(/^HTTP\/1\.1 503 /);
  });

  it('is bounded by the whole server alone where many share it, as behind a proxy', async () => {
    const port = await startWith((address) => address === '127.0.0.1');
    const many = await Promise.all(Array.from({ length: 50 }, () => open(port, '127.0.0.1')));
    for (const socket of many) expect(await ask(socket, '/')).toMatch(/^HTTP\/1\.1 200 /);
  });
});
