import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('a request that never ends', () => {
  it('has ten seconds for its headers', { timeout: 30_000 }, async () => {
    const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
    const said: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => said.push(bytes));
    socket.write('GET /v1/session HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const drip = setInterval(() => socket.write('x'), 500);
    const started = performance.now();
    const patience = setTimeout(() => socket.destroy(), 20_000);
    await once(socket, 'close');
    clearInterval(drip);
    clearTimeout(patience);
    expect(performance.now() - started).toBeLessThan(19_000);
    expect(Buffer.concat(said).toString()).toMatch(/^HTTP\/1\.1 408 /);
  });
});
